import { waveform } from '#brand/waveform.ts'

const cache = new Map<string, readonly number[]>()

/** The 200 bars that are derived from a track's id, computed once. */
export function getWaveformBars(trackId: string): readonly number[] {
  const bars = cache.get(trackId) ?? waveform(trackId)
  cache.set(trackId, bars)
  return bars
}

const minHeight = 8
const maxHeight = 90

/** The loudest bar has the full height: quiet recordings look like others. */
export function barsFromLevels(levels: readonly number[]): number[] {
  const highest = Math.max(...levels) || 1
  return levels.map((level) => Math.max(minHeight, Math.round((maxHeight * level) / highest)))
}
