/** The samples of a file of `createWav` start here. */
export const wavHeaderBytes = 44

/** A WAV file whose samples take this many bytes, all of them 0. */
export function createWav(
  sampleBytes: number,
  { sampleRate = 44_100, channels = 1, bitsPerSample = 16 } = {},
): Buffer {
  const bytesPerFrame = (channels * bitsPerSample) / 8
  const wav = Buffer.alloc(wavHeaderBytes + sampleBytes)
  wav.write('RIFF')
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(channels, 22)
  wav.writeUInt32LE(sampleRate, 24)
  wav.writeUInt32LE(bytesPerFrame * sampleRate, 28)
  wav.writeUInt16LE(bytesPerFrame, 32)
  wav.writeUInt16LE(bitsPerSample, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(sampleBytes, 40)
  return wav
}

/** 16-bit samples; `sampleAt` returns values from -1 to 1. Channels are interleaved. */
export function wavOfSamples(
  count: number,
  sampleAt: (index: number) => number,
  format: { sampleRate?: number; channels?: number } = {},
): Buffer {
  const wav = createWav(2 * count, format)
  for (let i = 0; i < count; i++)
    wav.writeInt16LE(Math.round(32_767 * sampleAt(i)), wavHeaderBytes + 2 * i)
  return wav
}
