import { createWav, wavHeaderBytes } from '#server/testing/wav.ts'

const rate = 8000
const tones = new Map<number, Buffer>()

/** A quiet tone. Generating a minute takes 20 ms. */
export function toneOf(seconds: number): Buffer {
  const tone = tones.get(seconds) ?? generateTone(seconds)
  tones.set(seconds, tone)
  return tone
}

/** Generates a WAV file with a quiet tone: long enough for seeking, small enough for many uploads. */
function generateTone(seconds: number): Buffer {
  const length = Math.round(seconds * rate)
  const wav = createWav(length, { sampleRate: rate, bitsPerSample: 8 })
  for (let i = 0; i < length; i++)
    wav[wavHeaderBytes + i] = 128 + Math.round(20 * Math.sin((2 * Math.PI * 220 * i) / rate))
  return wav
}
