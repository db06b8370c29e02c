import { waveform } from '#brand/waveform.ts'

const cache = new Map<string, readonly number[]>()

/** The 200 waveform bars of a track, computed once. */
export function getWaveformBars(trackId: string): readonly number[] {
  const bars = cache.get(trackId) ?? waveform(trackId)
  cache.set(trackId, bars)
  return bars
}
