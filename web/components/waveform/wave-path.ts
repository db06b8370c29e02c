import { wavePath } from '#brand/waveform.ts'
import { getWaveformBars } from '#web/features/player/waveform-bars.ts'

const drawn = new Map<string, string>()

/** The 200 bars of a track as one SVG path, worked out once per track. */
export function waveformPath(trackId: string): string {
  const known = drawn.get(trackId) ?? wavePath(getWaveformBars(trackId))
  drawn.set(trackId, known)
  return known
}
