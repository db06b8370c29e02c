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
  /** The largest interval, in scale steps. */
  leap?: number
}

/** A motif: a rhythm, and scale steps relative to its first note. */
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

/** Mostly stepwise; a leap is followed by a step back; the contour is an arch, or an inverted one. */
function contour(random: Random, count: number, leap: number): number[] {
  const rises = random.chance(0.6) ? 1 : -1
  const peak = random.between(0.35, 0.75) * count
  const steps: number[] = [0]
  let position = 0
  let afterLeap = 0
  for (let i = 1; i < count; i++) {
    const direction = afterLeap !== 0 ? -afterLeap : i < peak ? rises : -rises
    const size = afterLeap === 0 && random.chance(0.22) ? random.whole(2, leap) : 1
    const still = afterLeap === 0 && random.chance(0.14)
    const turned = random.chance(0.18) ? -direction : direction
    position += still ? 0 : turned * size
    afterLeap = size > 1 && !still ? Math.sign(turned) : 0
    steps.push(position)
  }
  return steps
}

/** Orders of the motifs: q is the question, a the answer, t the turn. */
const forms = ['q a q t', 'q q a t', 'q a t a', 'q q q t'] as const

/** Fits the theme to the chords of a section; `height` is its center within the range. */
export function fitTheme(
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
  let startPitch = middle
  for (let at = 0, i = 0; at < total; at += style.motifBeats, i++) {
    const name = order[i % order.length]
    const motif = name === 'q' ? theme.question : name === 'a' ? theme.answer : theme.turn
    const closing = i % order.length === order.length - 1
    const phrase = fitMotif(style, motif, { at, chords, startPitch, total, closing })
    notes.push(...phrase)
    const first = phrase[0]
    // Each phrase starts near the start of the previous one, biased toward the center.
    if (first) startPitch = first.pitch * 0.6 + middle * 0.4
  }
  return notes
}

type Phrase = {
  at: number
  chords: readonly ChordSpan[]
  startPitch: number
  total: number
  closing: boolean
}

function fitMotif(style: MelodyStyle, motif: Motif, phrase: Phrase): Note[] {
  const { scale } = style
  const chordAt = (beat: number) =>
    phrase.chords.findLast((span) => span.at <= beat + 0.001)?.chord ?? phrase.chords[0]?.chord
  const opening = chordAt(phrase.at)
  if (!opening) return []
  const anchor = stepNear(scale, nearestTone(opening, scale.tonic, Math.round(phrase.startPitch)))
  const notes: Note[] = []
  motif.beats.forEach((beat, i) => {
    const at = phrase.at + beat.at
    const chord = chordAt(at)
    if (at >= phrase.total || !chord) return
    const step = motif.steps[i] ?? 0
    const ending = phrase.closing && i === motif.beats.length - 1
    const strong = beat.length >= 1.5 || beat.at % (style.motifBeats / 4) === 0 || ending
    const snapped = snapToChord(pitchAt(scale, within(style, anchor + step)), chord, scale, strong)
    const before = notes.at(-1)?.pitch
    const direction = Math.sign(step - (motif.steps[i - 1] ?? step))
    const pitch = snapped === before ? avoidRepetition(snapped, direction, chord, scale) : snapped
    const length = ending ? Math.max(beat.length, 1) : beat.length
    const velocity = Number.isInteger(at) ? 0.82 : 0.68
    notes.push({ at, length: Math.min(length, phrase.total - at), pitch, velocity })
  })
  return notes
}

/** Chord tones on strong beats; elsewhere any scale tone that is not dissonant. */
function snapToChord(pitch: number, chord: Chord, scale: Scale, strong: boolean): number {
  const tone = (((pitch - scale.tonic) % 12) + 12) % 12
  const isDissonant = !chord.tones.includes(tone) && chord.tones.includes((tone + 11) % 12)
  return strong || isDissonant ? nearestTone(chord, scale.tonic, pitch) : pitch
}

/** Moves on to the next chord tone where snapping to the chord made two different notes equal. */
function avoidRepetition(pitch: number, direction: number, chord: Chord, scale: Scale): number {
  if (direction === 0) return pitch
  for (let distance = 1; distance <= 7; distance++) {
    const next = pitch + direction * distance
    if (nearestTone(chord, scale.tonic, next) === next) return next
  }
  return pitch
}

/** Reflects notes at the limits of the instrument's range. */
function within(style: MelodyStyle, step: number): number {
  const lowest = stepNear(style.scale, style.low)
  const highest = stepNear(style.scale, style.high)
  if (step > highest) return Math.max(lowest, 2 * highest - step)
  return step < lowest ? Math.min(highest, 2 * lowest - step) : step
}

/** A second voice, parallel in the scale: -2 steps are a third below, -5 a sixth. */
export function harmonize(notes: readonly Note[], scale: Scale, steps = -2): Note[] {
  return notes.map(({ from, ...note }) => ({
    ...note,
    pitch: pitchAt(scale, stepNear(scale, note.pitch) + steps),
    velocity: note.velocity * 0.8,
  }))
}
