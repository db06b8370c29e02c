/** 32 kHz preserves everything below 15 kHz, which is enough for an mp3 of low bitrate. */
export const sampleRate = 32_000

export type Stereo = { left: Float32Array; right: Float32Array }

export function framesIn(seconds: number): number {
  return Math.max(1, Math.round(seconds * sampleRate))
}

export function silence(seconds: number): Stereo {
  const frames = framesIn(seconds)
  return { left: new Float32Array(frames), right: new Float32Array(frames) }
}

/** Both channels share the same samples. */
export function mono(samples: Float32Array): Stereo {
  return { left: samples, right: samples }
}

export function addInto(
  target: Float32Array,
  source: Float32Array,
  options: { at?: number; gain: number },
): void {
  const at = options.at ?? 0
  const from = Math.max(0, -at)
  const to = Math.min(source.length, target.length - at)
  const { gain } = options
  for (let i = from; i < to; i++) target[at + i] = (target[at + i] ?? 0) + (source[i] ?? 0) * gain
}

export function amplify(samples: Float32Array, gain: number): Float32Array {
  for (let i = 0; i < samples.length; i++) samples[i] = (samples[i] ?? 0) * gain
  return samples
}

export function forEachSide(sound: Stereo, change: (samples: Float32Array) => void): void {
  change(sound.left)
  if (sound.right !== sound.left) change(sound.right)
}

export function fromDecibels(decibels: number): number {
  return 10 ** (decibels / 20)
}

export function toDecibels(gain: number): number {
  return 20 * Math.log10(Math.max(gain, 1e-9))
}

export function peakOf(samples: Float32Array): number {
  let peak = 0
  for (let i = 0; i < samples.length; i++) {
    const size = Math.abs(samples[i] ?? 0)
    if (size > peak) peak = size
  }
  return peak
}
