import { waveform } from '#brand/waveform.ts'

const known = new Map<string, readonly number[]>()

/** The 200 bars of a track, worked out once. */
export function getWaveformBars(trackId: string): readonly number[] {
  const bars = known.get(trackId) ?? waveform(trackId)
  known.set(trackId, bars)
  return bars
}
