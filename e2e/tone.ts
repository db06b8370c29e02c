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
  const wav = Buffer.alloc(44 + length)
  wav.write('RIFF')
  wav.writeUInt32LE(36 + length, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(rate, 24)
  wav.writeUInt32LE(rate, 28)
  wav.writeUInt16LE(1, 32)
  wav.writeUInt16LE(8, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(length, 40)
  for (let i = 0; i < length; i++)
    wav[44 + i] = 128 + Math.round(20 * Math.sin((2 * Math.PI * 220 * i) / rate))
  return wav
}
