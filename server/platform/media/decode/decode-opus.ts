import { OpusDecoder } from 'opus-decoder'
import type { AudioFile } from '../audio-file.ts'
import type { DecodeBudget } from '../decode-limits.ts'
import { type OggPacket, oggPackets } from './ogg-packets.ts'
import { inWavOrder, type PcmBlock } from './pcm.ts'

const sampleRate = 48_000
const packetsPerBlock = 50
/** Ogg Opus has an identification header and tags before its audio (RFC 7845). */
const headerPackets = 2

const silentChannel = 255

type OpusHead = {
  channels: number
  preSkip: number
  /** A factor that players have to apply (RFC 7845). */
  gain: number
  streamCount: number
  coupledStreamCount: number
  channelMappingTable: number[]
}

/** Removes the decoder's delay from the start and the padding of the last packet, and applies the gain of the header. */
export async function* decodeOpus(file: AudioFile, budget: DecodeBudget): AsyncGenerator<PcmBlock> {
  let link: OpusLink | undefined
  try {
    for await (const packet of oggPackets(file)) {
      if (!packet.isFirst) yield* link?.add(packet) ?? []
      else {
        yield* link?.end() ?? []
        link?.free()
        link = await openLink(readHead(packet.bytes), budget)
      }
    }
    yield* link?.end() ?? []
  } finally {
    link?.free()
  }
}

type OpusLink = Awaited<ReturnType<typeof openLink>>

async function openLink(head: OpusHead, budget: DecodeBudget) {
  const decoder = new OpusDecoder({ ...head, preSkip: 0 })
  await decoder.ready
  let skip = head.preSkip
  let position = 0
  // The first packet is the header.
  let index = 1
  let packets: Buffer[] = []
  let end = Infinity

  function decodeBatch(): PcmBlock[] {
    const { channelData, errors } = decoder.decodeFrames(packets)
    budget.errors(errors.length)
    packets = []
    const length = channelData[0]?.length ?? 0
    const from = Math.min(skip, length)
    const to = Math.max(from, Math.min(length, end - position))
    skip -= from
    position += length
    if (from === to) return []
    const channels = channelData.map((plane) => plane.subarray(from, to))
    if (head.gain !== 1) for (const plane of channels) amplify(plane, head.gain)
    return [{ channels: inWavOrder(channels), sampleRate }]
  }

  return {
    add({ bytes, granule, isLast }: OggPacket): PcmBlock[] {
      if (index++ < headerPackets) return []
      packets.push(bytes)
      // The granule position counts the skipped samples too.
      if (isLast && granule !== undefined) end = granule
      return packets.length >= packetsPerBlock ? decodeBatch() : []
    },
    end: (): PcmBlock[] => (packets.length > 0 ? decodeBatch() : []),
    free: () => decoder.free(),
  }
}

function amplify(samples: Float32Array, gain: number): void {
  for (let i = 0; i < samples.length; i++) samples[i] = gain * (samples[i] as number)
}

function readHead(bytes: Buffer): OpusHead {
  if (bytes.length < 19 || bytes.toString('latin1', 0, 8) !== 'OpusHead')
    throw new Error('The Opus header is malformed.')
  const [channels = 0, family = 0] = [bytes[9], bytes[18]]
  const preSkip = bytes.readUInt16LE(10)
  const gain = 10 ** (bytes.readInt16LE(16) / 256 / 20)
  const unsupported = new Error('The channel mapping of the Opus file is not supported.')
  if (family === 0) {
    if (channels !== 1 && channels !== 2) throw unsupported
    return {
      channels,
      preSkip,
      gain,
      streamCount: 1,
      coupledStreamCount: channels - 1,
      channelMappingTable: channels === 2 ? [0, 1] : [0],
    }
  }
  const [streamCount = 0, coupledStreamCount = 0] = [bytes[19], bytes[20]]
  const channelMappingTable = [...bytes.subarray(21, 21 + channels)]
  const decoded = streamCount + coupledStreamCount
  const isConsistent =
    channelMappingTable.length === channels &&
    streamCount > 0 &&
    coupledStreamCount <= streamCount &&
    channelMappingTable.every((channel) => channel < decoded || channel === silentChannel)
  if (family !== 1 || channels === 0 || !isConsistent) throw unsupported
  return { channels, preSkip, gain, streamCount, coupledStreamCount, channelMappingTable }
}
