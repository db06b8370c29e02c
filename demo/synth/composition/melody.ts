import type { Random } from '../random.ts'
import { type Chord, type ChordSpan, nearestTone } from './chords.ts'
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

/** Sings the theme over the chords of a section; `height` is where in the range it feels at home. */
export function sing(
  theme: Theme,
  chords: readonly ChordSpan[],
  options: { form: number; height: number },
): Note[] {
  const { style } = theme
  const last = chords.at(-1)
  const total = last ? last.at + last.beats : 0
  const order = (forms[options.form % forms.length] ?? forms[0]).split(' ')
  const notes: Note[] = []
  const middle = style.low + (style.high - style.low) * options.height
  let place = middle
  for (let at = 0, i = 0; at < total; at += style.motifBeats, i++) {
    const name = order[i % order.length]
    const motif = name === 'q' ? theme.question : name === 'a' ? theme.answer : theme.turn
    const closing = i % order.length === order.length - 1
    const phrase = singMotif(style, motif, { at, chords, place, total, closing })
    notes.push(...phrase)
    const first = phrase[0]
    // Each phrase starts near the last one's start, and drifts back to where it feels at home.
    if (first) place = first.pitch * 0.6 + middle * 0.4
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
  const notes: Note[] = []
  motif.beats.forEach((beat, i) => {
    const at = phrase.at + beat.at
    const chord = chordAt(at)
    if (at >= phrase.total || !chord) return
    const step = motif.steps[i] ?? 0
    const ending = phrase.closing && i === motif.beats.length - 1
    const strong = beat.length >= 1.5 || beat.at % (style.motifBeats / 4) === 0 || ending
    const settled = settle(pitchAt(scale, within(style, anchor + step)), chord, scale, strong)
    const before = notes.at(-1)?.pitch
    const direction = Math.sign(step - (motif.steps[i - 1] ?? step))
    const pitch = settled === before ? moveOn(settled, direction, chord, scale) : settled
    const length = ending ? Math.max(beat.length, 1) : beat.length
    const velocity = Number.isInteger(at) ? 0.82 : 0.68
    notes.push({ at, length: Math.min(length, phrase.total - at), pitch, velocity })
  })
  return notes
}

/** On the beats that count, a tone of the chord; elsewhere anything that does not rub against it. */
function settle(pitch: number, chord: Chord, scale: Scale, strong: boolean): number {
  const tone = (((pitch - scale.tonic) % 12) + 12) % 12
  const rubs = !chord.tones.includes(tone) && chord.tones.includes((tone + 11) % 12)
  return strong || rubs ? nearestTone(chord, scale.tonic, pitch) : pitch
}

/** Where settling has made two notes the same, and the tune meant to move, it moves after all. */
function moveOn(pitch: number, direction: number, chord: Chord, scale: Scale): number {
  if (direction === 0) return pitch
  for (let distance = 1; distance <= 7; distance++) {
    const next = pitch + direction * distance
    if (nearestTone(chord, scale.tonic, next) === next) return next
  }
  return pitch
}

/** A tune that would leave the instrument's range turns back at its edge, as in a mirror. */
function within(style: MelodyStyle, step: number): number {
  const lowest = stepNear(style.scale, style.low)
  const highest = stepNear(style.scale, style.high)
  if (step > highest) return Math.max(lowest, 2 * highest - step)
  return step < lowest ? Math.min(highest, 2 * lowest - step) : step
}

/** A second voice a third or a sixth away, that stays within the chord on long notes. */
export function harmonise(notes: readonly Note[], scale: Scale, steps = -2): Note[] {
  return notes.map(({ from, ...note }) => ({
    ...note,
    pitch: pitchAt(scale, stepNear(scale, note.pitch) + steps),
    velocity: note.velocity * 0.8,
  }))
}
