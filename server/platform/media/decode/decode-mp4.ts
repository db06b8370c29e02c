import { type AudioFile, buffered } from '../audio-file.ts'
import type { DecodeBudget } from '../decode-limits.ts'
import { adtsFramer } from './adts-frames.ts'
import { AlacDecoder, readAlacConfig } from './alac-frame.ts'
import { decodeAac } from './decode-aac.ts'
import {
  find,
  type Gapless,
  type Mp4Track,
  readTrack,
  type TopLevelBox,
  topLevelBoxes,
} from './mp4-index.ts'
import { type Mp4Sample, samplesOf } from './mp4-samples.ts'
import type { PcmBlock } from './pcm.ts'

/** An MP4 file with its parsed index. */
type Mp4Stream = { file: AudioFile; boxes: TopLevelBox[]; track: Mp4Track }

const names: Record<string, string> = { 'ac-3': 'AC-3', 'ec-3': 'E-AC-3' }
const protectedCodecs = ['drms', 'enca']
/** The longest packets are those of uncompressed ALAC: 4,096 samples of 8 channels and 32 bits. */
const maxPacketBytes = 1024 ** 2

/** AAC and ALAC in MP4, without the delay and the padding that an edit list or iTunes' tag declares. */
export async function* decodeMp4(file: AudioFile, budget: DecodeBudget): AsyncGenerator<PcmBlock> {
  try {
    yield* decode(buffered(file), budget)
  } catch (error) {
    if (error instanceof RangeError) throw new Error('The index of the file is damaged.')
    throw error
  }
}

async function* decode(file: AudioFile, budget: DecodeBudget): AsyncGenerator<PcmBlock> {
  const boxes = await topLevelBoxes(file)
  const track = await readTrack(file, boxes)
  if (!track) throw new Error('The file has no audio track.')
  if (protectedCodecs.includes(track.codec)) throw new Error('The file is copy-protected.')
  const stream = { file, boxes, track }
  if (track.codec === 'alac') return yield* withoutPadding(decodeAlac(stream, budget), stream)
  if (track.codec === 'mp4a')
    return yield* withoutPadding(decodeAac(framesOf(packetsOf(stream), track)), stream)
  const name = names[track.codec]
  throw new Error(name ? `The codec ${name} is not supported.` : 'The codec is not supported.')
}

/**
 * By number of channels: for each channel in WAV's order its index in ALAC's, which starts with the center; and the
 * mask.
 */
const alacLayouts: Partial<Record<number, { order: number[]; mask: number }>> = {
  3: { order: [1, 2, 0], mask: 0x7 },
  4: { order: [1, 2, 0, 3], mask: 0x107 },
  5: { order: [1, 2, 0, 3, 4], mask: 0x37 },
  6: { order: [1, 2, 0, 5, 3, 4], mask: 0x3f },
  7: { order: [1, 2, 0, 6, 3, 4, 5], mask: 0x13f },
  8: { order: [3, 4, 0, 7, 5, 6, 1, 2], mask: 0xff },
}

async function* decodeAlac(stream: Mp4Stream, budget: DecodeBudget): AsyncGenerator<PcmBlock> {
  const { description } = stream.track
  const config = readAlacConfig(
    (find(description, 'alac') ?? find(description, 'wave', 'alac'))?.subarray(4) ?? description,
  )
  const { sampleRate, sampleSize } = config
  const layout = alacLayouts[config.channels]
  const decoder = new AlacDecoder(config)
  const fullScale = 2 ** (sampleSize - 1)
  let length = config.maxFrameLength
  for await (const packet of packetsOf(stream)) {
    let decoded: Int32Array[]
    try {
      decoded = decoder.decode(packet)
    } catch {
      // A damaged packet becomes silence, so that everything after it stays at its time.
      budget.errors(1)
      decoded = Array.from({ length: config.channels }, () => new Int32Array(length))
    }
    length = decoded[0]?.length ?? length
    const ordered = layout?.order.map((index) => decoded[index] as Int32Array) ?? decoded
    const channels = ordered.map((samples) => toFloat(samples, fullScale))
    yield { channels, sampleRate, isLossless: true, ...(layout && { mask: layout.mask }) }
  }
}

async function* framesOf(packets: AsyncIterable<Uint8Array>, { description }: Mp4Track) {
  const toFrame = adtsFramer(description)
  for await (const packet of packets) yield toFrame(packet)
}

function toFloat(integers: Int32Array, fullScale: number): Float32Array {
  const samples = new Float32Array(integers.length)
  for (let i = 0; i < samples.length; i++) samples[i] = (integers[i] as number) / fullScale
  return samples
}

async function* packetsOf(stream: Mp4Stream): AsyncGenerator<Uint8Array> {
  for await (const { start, size } of samples(stream)) {
    if (size > maxPacketBytes) throw new Error('The index of the file is damaged.')
    yield await stream.file.read(start, start + size)
  }
}

const samples = ({ file, boxes, track }: Mp4Stream): AsyncGenerator<Mp4Sample> =>
  samplesOf(file, boxes, track)

async function* withoutPadding(
  blocks: AsyncIterable<PcmBlock>,
  stream: Mp4Stream,
): AsyncGenerator<PcmBlock> {
  const { timescale, gapless } = stream.track
  let total = 0
  for await (const { duration } of samples(stream)) total += duration
  let position = 0
  for await (const { channels, sampleRate, ...rest } of blocks) {
    const toFrames = (time: number) => Math.round((time * sampleRate) / timescale)
    const start = toFrames(gapless.skip)
    const end = toFrames(endOf(gapless, total))
    const length = channels[0]?.length ?? 0
    const [from, to] = [Math.max(0, start - position), Math.min(length, end - position)]
    position += length
    if (to <= 0) return
    if (from >= to) continue
    yield { ...rest, sampleRate, channels: channels.map((each) => each.subarray(from, to)) }
  }
}

/** The end of the samples is exact, the end of an edit often is not: within the tolerance, the former counts. */
function endOf({ skip, length, tolerance }: Gapless, total: number): number {
  const end = skip + length
  return Math.abs(end - total) <= tolerance ? total : Math.min(end, total)
}
