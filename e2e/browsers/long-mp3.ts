import { createMp3Encoder } from 'wasm-media-encoders'

const sampleRate = 44_100

/**
 * An MP3 of variable bit rate without a table of its frames: browsers only estimate its duration, and
 * WebKit drops seeks that are made before it has parsed enough of it.
 */
export async function longMp3(seconds: number): Promise<Buffer> {
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate, channels: 1, vbrQuality: 4 })
  const parts: Uint8Array[] = []
  for (let second = 0; second < seconds; second++) {
    const samples = Float32Array.from({ length: sampleRate }, (_, n) => sampleAt(second, n))
    // The returned buffer is reused by the next call.
    parts.push(encoder.encode([samples]).slice())
  }
  parts.push(encoder.finalize().slice())
  return Buffer.concat(parts)
}

/** Every fourth second is rich in harmonics, which takes a higher bit rate. */
function sampleAt(second: number, n: number): number {
  const phase = (2 * Math.PI * 220 * n) / sampleRate
  return second % 4 === 0 ? 0.1 * Math.sign(Math.sin(phase * 7.3)) : 0.1 * Math.sin(phase)
}
