import { waveform } from '#brand/waveform.ts'

const cache = new Map<string, readonly number[]>()

/** The 200 bars that are derived from a track's id, computed once. */
export function getWaveformBars(trackId: string): readonly number[] {
  const bars = cache.get(trackId) ?? waveform(trackId)
  cache.set(trackId, bars)
  return bars
}
