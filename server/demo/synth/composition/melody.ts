import type { Random } from '../random.ts'
import { type ChordSpan, nearestTone } from './chords.ts'
import { type Beat, type Note, rhythm } from './notes.ts'
import { pitchAt, type Scale, stepNear } from './scales.ts'

export type MelodyStyle = {
  scale: Scale
  low: number
  high: number
  /** Rhythms to choose from (see `rhythm`), each of `motifBeats`. */
  rhythms: readonly string[]
  step: number
  motifBeats: number
  /** How far a tune dares to jump, in steps of the scale. */
  leap?: number
}

/** A few notes worth repeating: a rhythm, and steps away from wherever it starts. */
type Motif = { beats: readonly Beat[]; steps: readonly number[] }
export type Theme = { style: MelodyStyle; question: Motif; answer: Motif; turn: Motif }

export function inventTheme(random: Random, style: MelodyStyle): Theme {
  const [first, second, third] = random.shuffle(style.rhythms)
  const leap = style.leap ?? 3
  const motif = (text: string | undefined, fallback: string | undefined): Motif => {
    const beats = rhythm(text ?? fallback ?? 'x', style.step)
    return { beats, steps: contour(random, beats.length, leap) }
  }
  return {
    style,
    question: motif(first, undefined),
    answer: motif(second, first),
    turn: motif(third, first),
  }
}

/** Mostly by step; a jump is answered by a step back; the whole bends up or down like an arch. */
function contour(random: Random, count: number, leap: number): number[] {
  const rises = random.chance(0.6) ? 1 : -1
  const peak = random.between(0.35, 0.75) * count
  const steps: number[] = [0]
  let place = 0
  let afterLeap = 0
  for (let i = 1; i < count; i++) {
    const direction = afterLeap !== 0 ? -afterLeap : i < peak ? rises : -rises
    const size = afterLeap === 0 && random.chance(0.22) ? random.whole(2, leap) : 1
    const still = afterLeap === 0 && random.chance(0.14)
    const turned = random.chance(0.18) ? -direction : direction
    place += still ? 0 : turned * size
    afterLeap = size > 1 && !still ? Math.sign(turned) : 0
    steps.push(place)
  }
  return steps
}

/** The order in which motifs come: a question twice, another thought, and home. */
const forms = ['q a q t', 'q q a t', 'q a t a', 'q q q t'] as const

/** Sings the theme over the chords of a section. The same section sings the same tune again. */
export function sing(theme: Theme, chords: readonly ChordSpan[], form = 0): Note[] {
  const { style } = theme
  const last = chords.at(-1)
  const total = last ? last.at + last.beats : 0
  const order = (forms[form % forms.length] ?? forms[0]).split(' ')
  const notes: Note[] = []
  let place = (style.low + style.high) / 2
  for (let at = 0, i = 0; at < total; at += style.motifBeats, i++) {
    const name = order[i % order.length]
    const motif = name === 'q' ? theme.question : name === 'a' ? theme.answer : theme.turn
    const closing = i % order.length === order.length - 1
    const phrase = singMotif(style, motif, { at, chords, place, total, closing })
    notes.push(...phrase)
    const first = phrase[0]
    // Each phrase starts near the last one's start, and drifts back to the middle of the range.
    if (first) place = first.pitch * 0.6 + ((style.low + style.high) / 2) * 0.4
  }
  return notes
}

type Phrase = {
  at: number
  chords: readonly ChordSpan[]
  place: number
  total: number
  closing: boolean
}

function singMotif(style: MelodyStyle, motif: Motif, phrase: Phrase): Note[] {
  const { scale } = style
  const chordAt = (beat: number) =>
    phrase.chords.findLast((span) => span.at <= beat + 0.001)?.chord ?? phrase.chords[0]?.chord
  const opening = chordAt(phrase.at)
  if (!opening) return []
  const anchor = stepNear(scale, nearestTone(opening, scale.tonic, Math.round(phrase.place)))
  return motif.beats.flatMap((beat, i): Note[] => {
    const at = phrase.at + beat.at
    const chord = chordAt(at)
    if (at >= phrase.total || !chord) return []
    const free = fold(pitchAt(scale, anchor + (motif.steps[i] ?? 0)), style)
    const isLast = i === motif.beats.length - 1
    const strong = beat.length >= 1 || Number.isInteger(at) || (phrase.closing && isLast)
    const pitch = strong ? nearestTone(chord, scale.tonic, free) : free
    const length = phrase.closing && isLast ? Math.max(beat.length, 1) : beat.length
    const accent = Number.isInteger(at) ? 0.82 : 0.68
    return [{ at, length: Math.min(length, phrase.total - at), pitch, velocity: accent }]
  })
}

/** A tune that would leave the instrument's range turns back an octave away. */
function fold(pitch: number, { low, high }: MelodyStyle): number {
  let folded = pitch
  while (folded > high) folded -= 12
  while (folded < low) folded += 12
  return folded
}

/** A second voice a third or a sixth away, that stays within the chord on long notes. */
export function harmonise(notes: readonly Note[], scale: Scale, steps = -2): Note[] {
  return notes.map((note) => ({
    ...note,
    pitch: pitchAt(scale, stepNear(scale, note.pitch) + steps),
    velocity: note.velocity * 0.8,
  }))
}
