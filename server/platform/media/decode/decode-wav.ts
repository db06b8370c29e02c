import { type AudioFile, toBuffer } from '../audio-file.ts'
import type { PcmBlock } from './pcm.ts'

type WavFormat = {
  format: number
  channels: number
  sampleRate: number
  bytesPerSample: number
  /** The channel mask: which speaker each channel is for; 0 if unknown. */
  mask: number
}

const pcm = 1
const float = 3
const aLaw = 6
const muLaw = 7
const extensible = 0xfffe
const blockBytes = 256 * 1024
const maxChunks = 1000
/** The lengths that interrupted recorders and streams declare. */
const unknownLengths = [0, 0xffffffff]

const widths: Partial<Record<number, number[]>> = {
  [pcm]: [1, 2, 3, 4],
  [float]: [4, 8],
  [aLaw]: [1],
  [muLaw]: [1],
}

/** Seconds of audio that the file has, whatever it declares; of codecs that only players decode, what it declares. */
export async function wavSeconds(file: AudioFile): Promise<number> {
  const { chunk, start, end, declaredFrames } = await findAudio(file)
  const frames = widths[formatOf(chunk)] ? (end - start) / chunk.readUInt16LE(12) : declaredFrames
  return frames / chunk.readUInt32LE(4)
}

/** PCM and float of every usual width, A-law and µ-law; throws for other codecs. */
export async function* decodeWav(file: AudioFile): AsyncGenerator<PcmBlock> {
  const { chunk, start, end } = await findAudio(file)
  const format = readFormat(chunk)
  const { channels, bytesPerSample, sampleRate, mask } = format
  const frameBytes = channels * bytesPerSample
  const step = Math.floor(blockBytes / frameBytes) * frameBytes
  const sampleAt = sampleReader(format)
  for (let at = start; at + frameBytes <= end; at += step) {
    const bytes = await file.read(at, Math.min(at + step, end))
    const view = toBuffer(bytes)
    const frames = Math.floor(view.length / frameBytes)
    // The end of a stream.
    if (frames === 0) return
    const planes = Array.from({ length: channels }, (_, channel) => {
      const plane = new Float32Array(frames)
      let offset = channel * bytesPerSample
      for (let i = 0; i < frames; i++, offset += frameBytes) plane[i] = sampleAt(view, offset)
      return plane
    })
    yield { channels: planes, sampleRate, mask }
  }
}

/** The content of the format chunk, and where the samples are. */
async function findAudio({ size, read }: AudioFile) {
  let at = 12
  let data64: number | undefined
  let declaredFrames = 0
  let chunk: Buffer | undefined
  for (let count = 0; count < maxChunks && at + 8 <= size; count++) {
    const head = toBuffer(await read(at, Math.min(at + 48, size)))
    const name = head.toString('latin1', 0, 4)
    const length = head.readUInt32LE(4)
    if (name === 'ds64' && head.length >= 24) data64 = Number(head.readBigUInt64LE(16))
    if (name === 'fact' && head.length >= 12) declaredFrames = head.readUInt32LE(8)
    if (name === 'fmt ') chunk = head.subarray(8, 8 + length)
    if (name === 'data') {
      if (!chunk || chunk.length < 16) throw new Error('The WAV file has no format.')
      const start = at + 8
      const declared = unknownLengths.includes(length) ? (data64 ?? Infinity) : length
      return { chunk, start, end: Math.min(size, start + declared), declaredFrames }
    }
    at += 8 + length + (length & 1)
  }
  throw new Error('The WAV file has no audio data.')
}

function formatOf(chunk: Buffer): number {
  const tag = chunk.readUInt16LE(0)
  return tag === extensible && chunk.length >= 26 ? chunk.readUInt16LE(24) : tag
}

function readFormat(chunk: Buffer): WavFormat {
  const format = formatOf(chunk)
  const [channels, blockAlign] = [chunk.readUInt16LE(2), chunk.readUInt16LE(12)]
  const bytesPerSample = blockAlign / channels
  if (!widths[format]?.includes(bytesPerSample))
    throw new Error(`The codec ${format} of the WAV file is not supported.`)
  const hasMask = chunk.readUInt16LE(0) === extensible && chunk.length >= 26
  const mask = hasMask ? chunk.readUInt32LE(20) : 0
  return { format, channels, sampleRate: chunk.readUInt32LE(4), bytesPerSample, mask }
}

function sampleReader({
  format,
  bytesPerSample,
}: WavFormat): (bytes: Buffer, at: number) => number {
  if (format === float)
    return bytesPerSample === 4
      ? (bytes, at) => bytes.readFloatLE(at)
      : (bytes, at) => bytes.readDoubleLE(at)
  if (format === aLaw) return (bytes, at) => decodeALaw(bytes[at] as number)
  if (format === muLaw) return (bytes, at) => decodeMuLaw(bytes[at] as number)
  if (bytesPerSample === 1) return (bytes, at) => ((bytes[at] as number) - 128) / 128
  if (bytesPerSample === 2) return (bytes, at) => bytes.readInt16LE(at) / 2 ** 15
  if (bytesPerSample === 3) return (bytes, at) => bytes.readIntLE(at, 3) / 2 ** 23
  return (bytes, at) => bytes.readInt32LE(at) / 2 ** 31
}

/** ITU-T G.711. */
function decodeALaw(byte: number): number {
  const code = byte ^ 0x55
  const exponent = (code >> 4) & 7
  const mantissa = ((code & 15) << 4) + 8
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1)
  return (code & 0x80 ? magnitude : -magnitude) / 2 ** 15
}

function decodeMuLaw(byte: number): number {
  const code = ~byte & 0xff
  const magnitude = ((((code & 15) << 3) + 0x84) << ((code >> 4) & 7)) - 0x84
  return (code & 0x80 ? -magnitude : magnitude) / 2 ** 15
}
