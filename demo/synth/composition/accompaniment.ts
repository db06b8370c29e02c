import type { Random } from '../random.ts'
import { type ChordSpan, rootFrom, type VoicingRange, voiceChord } from './chords.ts'
import { type Beat, hits, type Note, patternBeats, rhythm } from './notes.ts'
import type { Scale } from './scales.ts'

/** Chord voicings with minimal voice leading. */
export type VoicedSpan = ChordSpan & { pitches: readonly number[] }

export function voiced(
  chords: readonly ChordSpan[],
  scale: Scale,
  range: VoicingRange,
): VoicedSpan[] {
  let previous: readonly number[] | undefined
  return chords.map((span) => {
    const pitches = voiceChord(span.chord, scale.tonic, range, previous)
    previous = pitches
    return { ...span, pitches }
  })
}

/** Sustained chords. */
export function held(spans: readonly VoicedSpan[], options: { overlap?: number } = {}): Note[] {
  return spans.flatMap((span) =>
    span.pitches.map((pitch) => ({
      at: span.at,
      length: span.beats * (options.overlap ?? 1),
      pitch,
      velocity: 0.7,
    })),
  )
}

/** Chords in a repeating rhythm (see `rhythm`); `roll` delays successive chord tones, in beats. */
export function struck(
  spans: readonly VoicedSpan[],
  options: { rhythm: string; step: number; roll?: number; length?: number },
): Note[] {
  const cycle = rhythm(options.rhythm, options.step)
  const round = options.rhythm.replaceAll(' ', '').length * options.step
  return beatsThrough(spans, cycle, round).flatMap(({ at, length, span }, strike) =>
    span.pitches.map((pitch, finger) => ({
      at: at + finger * (options.roll ?? 0),
      length: length * (options.length ?? 1),
      pitch,
      velocity: (strike % 2 === 0 ? 0.74 : 0.62) + (finger === span.pitches.length - 1 ? 0.06 : 0),
    })),
  )
}

/** An arpeggio: digits number the chord tones from the lowest, '.' is a rest. */
export function broken(
  spans: readonly VoicedSpan[],
  options: { pattern: string; step: number; ring?: number },
): Note[] {
  const signs = [...options.pattern.replaceAll(' ', '')]
  return spans.flatMap((span) => {
    const notes: Note[] = []
    for (let i = 0; i * options.step < span.beats - 0.001; i++) {
      const at = span.at + i * options.step
      const sign = signs[Math.round(at / options.step) % signs.length] ?? '.'
      const index = Number.parseInt(sign, 10)
      if (Number.isNaN(index)) continue
      const size = span.pitches.length
      const pitch = (span.pitches[index % size] ?? 60) + 12 * Math.floor(index / size)
      const length = options.step * (options.ring ?? 1)
      notes.push({ at, length, pitch, velocity: i % 4 === 0 ? 0.78 : 0.62 })
    }
    return notes
  })
}

function beatsThrough(
  spans: readonly VoicedSpan[],
  cycle: readonly Beat[],
  round: number,
): (Beat & { span: VoicedSpan })[] {
  const last = spans.at(-1)
  const total = last ? last.at + last.beats : 0
  const all: (Beat & { span: VoicedSpan })[] = []
  for (let start = 0; start < total; start += round)
    for (const beat of cycle) {
      const at = start + beat.at
      const span = spans.findLast((candidate) => candidate.at <= at + 0.001)
      if (span && at < total) all.push({ at, length: Math.min(beat.length, total - at), span })
    }
  return all
}

/** Repeats a drum pattern through a section; the last bar may be a fill. */
export function drumLine(
  pattern: string,
  beats: number,
  options: { fill?: string; step?: number; pitch?: number } = {},
): Note[] {
  const { step = 0.25, pitch = 60 } = options
  const round = patternBeats(pattern, step)
  const fillBeats = options.fill ? patternBeats(options.fill, step) : 0
  const notes: Note[] = []
  for (let at = 0; at < beats; at += round) notes.push(...hits(pattern, { step, at, pitch }))
  const beforeFill = notes.filter((note) => note.at < beats - fillBeats)
  return options.fill
    ? [...beforeFill, ...hits(options.fill, { step, at: beats - fillBeats, pitch })]
    : beforeFill
}

/** Omits quiet notes and changes velocities at random, so that bars vary. */
export function loosen(notes: readonly Note[], random: Random, amount = 0.08): Note[] {
  return notes
    .filter((note) => note.velocity > 0.6 || !random.chance(amount))
    .map((note) => ({ ...note, velocity: clamp(note.velocity * (1 + random.bell(amount))) }))
}

function clamp(velocity: number): number {
  return Math.min(1, Math.max(0.05, velocity))
}

/**
 * A bass line. The digits of the pattern are degrees of the chord: 1 root, 3 third, 5 fifth, 7 seventh, 8 octave; 4 is
 * the fifth below the root. '_' sustains a note, '.' is a rest.
 */
export function bassLine(
  chords: readonly ChordSpan[],
  scale: Scale,
  options: { pattern: string; step: number; low: number; length?: number },
): Note[] {
  const signs = [...options.pattern.replaceAll(' ', '')]
  return chords.flatMap((span) => {
    const root = rootFrom(span.chord, scale.tonic, options.low)
    const notes: Note[] = []
    for (let i = 0; i * options.step < span.beats - 0.001; i++) {
      const at = span.at + i * options.step
      const index = Math.round(at / options.step) % signs.length
      const interval = bassInterval(signs[index] ?? '.', span)
      if (interval === undefined) continue
      const steps = heldSteps(signs, index)
      const length = Math.min(steps * options.step, span.beats - i * options.step)
      notes.push({
        at,
        length: length * (options.length ?? 0.95),
        pitch: root + interval,
        velocity: i === 0 ? 0.85 : 0.7,
      })
    }
    return notes
  })
}

function heldSteps(signs: readonly string[], index: number): number {
  let steps = 1
  while (signs[(index + steps) % signs.length] === '_' && steps < signs.length) steps++
  return steps
}

function bassInterval(sign: string, span: ChordSpan): number | undefined {
  const above = (index: number) =>
    ((((span.chord.tones[index] ?? span.chord.root) - span.chord.root) % 12) + 12) % 12
  if (sign === '1') return 0
  if (sign === '3') return above(1)
  if (sign === '5') return above(2)
  if (sign === '4') return above(2) - 12
  if (sign === '7') return span.chord.tones.length > 3 ? above(3) : 10
  if (sign === '8') return 12
  return undefined
}

/** A walking bass: the root, then random chord tones, and on the last beat a semitone above or below the next root. */
export function walkingBass(
  chords: readonly ChordSpan[],
  scale: Scale,
  low: number,
  random: Random,
): Note[] {
  const notes: Note[] = []
  chords.forEach((span, index) => {
    const root = rootFrom(span.chord, scale.tonic, low)
    const next = chords[index + 1] ?? chords[0] ?? span
    const target = rootFrom(next.chord, scale.tonic, low)
    const tones = span.chord.tones.map((tone) =>
      rootFrom({ ...span.chord, root: tone }, scale.tonic, low),
    )
    for (let beat = 0; beat < span.beats; beat++) {
      const approach = target + (random.chance(0.5) ? 1 : -1)
      const free = random.pick(tones)
      const pitch = beat === 0 ? root : beat >= span.beats - 1 ? approach : free
      notes.push({ at: span.at + beat, length: 0.9, pitch, velocity: beat % 2 === 0 ? 0.7 : 0.8 })
    }
  })
  return notes
}
