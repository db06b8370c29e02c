import type { LeadName } from '../instruments/lead-voices.ts'
import { type Random, randomFrom } from '../random.ts'
import type { BackgroundNoise } from '../texture.ts'
import { type ChordSpan, progression } from './chords.ts'
import { louder, moved, type Note } from './notes.ts'
import { type Key, type Scale, scaleOf } from './scales.ts'

/** The parameters of one piece of music. */
export type SongParameters = {
  seed: string
  key: Key
  bpm: number
  /** Approximate length; forms round to whole bars. */
  seconds: number
  /** The lead instrument, if the style does not fix it. */
  lead?: LeadName
  backgroundNoise?: BackgroundNoise
}

/** One row of a form: `share` is its share of the length, `plays` names the parts that play in it. */
type PlannedSection = { name: string; share: number; energy: number; plays: string }

export type Section = {
  name: string
  bar: number
  bars: number
  energy: number
  parts: ReadonlySet<string>
  chords: readonly ChordSpan[]
}

export type Score = {
  random: Random
  scale: Scale
  bpm: number
  beatsPerBar: number
  sections: readonly Section[]
  beats: number
}

export type Plan = {
  beatsPerBar?: number
  /** Bars come in groups of this many. */
  group?: number
  form: readonly PlannedSection[]
  /** One progression for all sections, or one per section. */
  harmony: Readonly<Record<string, string>> & { main: string }
}

export function openScore(parameters: SongParameters, plan: Plan): Score {
  const beatsPerBar = plan.beatsPerBar ?? 4
  const group = plan.group ?? 2
  const totalBars = (parameters.seconds * parameters.bpm) / 60 / beatsPerBar
  const shares = plan.form.reduce((sum, section) => sum + section.share, 0)
  let bar = 0
  const sections = plan.form.map((planned): Section => {
    const exact = (totalBars * planned.share) / shares
    const bars = Math.max(group, Math.round(exact / group) * group)
    const text = plan.harmony[planned.name] ?? plan.harmony.main
    const section = {
      name: planned.name,
      bar,
      bars,
      energy: planned.energy,
      parts: new Set(planned.plays.split(' ')),
      chords: repeatChords(progression(text, beatsPerBar), bars * beatsPerBar),
    }
    bar += bars
    return section
  })
  return {
    random: randomFrom(parameters.seed),
    scale: scaleOf(parameters.key),
    bpm: parameters.bpm,
    beatsPerBar,
    sections,
    beats: bar * beatsPerBar,
  }
}

/** Repeats the progression to the length of the section; the last repetition is cut off at its end. */
function repeatChords(spans: readonly ChordSpan[], beats: number): ChordSpan[] {
  const last = spans.at(-1)
  const round = last ? last.at + last.beats : beats
  const all: ChordSpan[] = []
  for (let start = 0; start < beats; start += round)
    for (const span of spans)
      if (start + span.at < beats)
        all.push({
          ...span,
          at: start + span.at,
          beats: Math.min(span.beats, beats - start - span.at),
        })
  return all
}

/** Writes a part for every section that plays it. The writer counts its beats from the section's start. */
export function write(
  score: Score,
  part: string,
  writer: (section: Section, beats: number) => Note[],
): Note[] {
  return score.sections.flatMap((section) => {
    if (!section.parts.has(part)) return []
    const notes = writer(section, section.bars * score.beatsPerBar)
    return louder(
      moved(notes, { beats: section.bar * score.beatsPerBar }),
      0.6 + 0.4 * section.energy,
    )
  })
}

/** Energy by beat, interpolated over the last bar before each change. */
export function energyAt(score: Score, beat: number): number {
  const index = score.sections.findLastIndex((section) => section.bar * score.beatsPerBar <= beat)
  const here = score.sections[index]
  const next = score.sections[index + 1]
  if (!here) return 0
  if (!next) return here.energy
  const untilNext = next.bar * score.beatsPerBar - beat
  const mix = Math.max(0, 1 - untilNext / score.beatsPerBar)
  return here.energy + (next.energy - here.energy) * mix
}
