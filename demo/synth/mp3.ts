import { createMp3Encoder } from 'wasm-media-encoders'
import { type Stereo, sampleRate } from './sound.ts'

/** A constant bit rate, so that players know the length and can seek without a table. */
const bitrate = 112

export type Mp3Encoder = (sound: Stereo) => Uint8Array<ArrayBuffer>

/** The LAME encoder as WebAssembly: the same on every machine. One instance encodes many files. */
export async function openMp3Encoder(): Promise<Mp3Encoder> {
  const encoder = await createMp3Encoder()
  return ({ left, right }) => {
    encoder.configure({ sampleRate, channels: 2, bitrate })
    const parts: Uint8Array[] = []
    for (let start = 0; start < left.length; start += sampleRate) {
      const end = start + sampleRate
      // The returned buffer is reused by the next call.
      parts.push(encoder.encode([left.subarray(start, end), right.subarray(start, end)]).slice())
    }
    parts.push(encoder.finalize().slice())
    return joined(parts)
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
