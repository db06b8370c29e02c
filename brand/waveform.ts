import { hash, rng } from './random.ts'

const minHeight = 8
const maxHeight = 90

type Section = { start: number; level: number; bar: number }

/** Alternating quiet and loud sections, each with a level and a beat. */
function sectionsOf(random: () => number): Section[] {
  const sections: Section[] = []
  for (let start = 0, quiet = true; start < 1; quiet = !quiet) {
    const length = 0.07 + random() * 0.15
    const level = quiet ? 0.3 + random() * 0.3 : 0.72 + random() * 0.28
    sections.push({ start, level, bar: 4 + Math.floor(random() * 3) })
    start += length
  }
  return sections
}

/** Bar heights from 8 to 90, generated from the id without reading the audio. */
export function waveform(id: string, count = 200): number[] {
  const random = rng(hash(id) ^ 0x9e3779b9)
  const sections = sectionsOf(random)
  return Array.from({ length: count }, (_, i) => {
    const t = i / (count - 1)
    const at = sections.findLastIndex((section, k) => k === 0 || section.start <= t)
    const section = sections[at] as Section
    const next = sections[at + 1]
    const near = next ? Math.max(0, 1 - (next.start - t) / 0.018) : 0
    const level = section.level + (next ? (next.level - section.level) * near * 0.6 : 0)
    const beat = i % section.bar === 0 ? 1 : i % 2 ? 0.62 : 0.8
    const edge = Math.min(1, 0.12 + t * 16, 0.1 + (1 - t) * 11)
    const height = 100 * level * edge * (0.5 * beat + 0.52 * random() + 0.06)
    return Math.round(Math.min(maxHeight, Math.max(minHeight, height)))
  })
}

/** Bar heights from analyzed levels. The loudest bar has the full height: quiet recordings look like others. */
export function barsFromLevels(levels: readonly number[]): number[] {
  const highest = Math.max(...levels) || 1
  return levels.map((level) => Math.max(minHeight, Math.round((maxHeight * level) / highest)))
}

/** Half as many bars, each the higher one of two, for narrow waveforms. */
export function halveBars(bars: readonly number[]): number[] {
  return Array.from({ length: Math.ceil(bars.length / 2) }, (_, i) =>
    Math.max(bars[2 * i] ?? 0, bars[2 * i + 1] ?? 0),
  )
}

/** All bars as one SVG path in a 1000 by 100 viewBox, stroked with round caps. */
export function wavePath(bars: readonly number[]): string {
  const pitch = 1000 / bars.length
  return bars
    .map((height, i) => {
      const x = round(pitch * i + pitch / 2)
      return `M${x} ${round(50 - height / 2)}V${round(50 + height / 2)}`
    })
    .join('')
}

const round = (x: number) => Math.round(x * 10) / 10
