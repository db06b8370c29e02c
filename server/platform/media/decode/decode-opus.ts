import { OpusDecoder } from 'opus-decoder'
import type { DecodeBudget } from './decode-limits.ts'
import { oggPackets } from './ogg-packets.ts'
import type { AudioFile, PcmBlock } from './pcm.ts'
import { inWavOrder } from './pcm.ts'

const sampleRate = 48_000
const packetsPerBlock = 50
/** Ogg Opus has an identification header and tags before its audio (RFC 7845). */
const headerPackets = 2

const silentChannel = 255

type OpusHead = {
  channels: number
  preSkip: number
  streamCount: number
  coupledStreamCount: number
  channelMappingTable: number[]
}

/** Removes the decoder's delay from the start and the padding of the last packet. */
export async function* decodeOpus(file: AudioFile, budget: DecodeBudget): AsyncGenerator<PcmBlock> {
  let decoder: OpusDecoder | undefined
  let skip = 0
  let position = 0
  let index = 0
  let packets: Buffer[] = []
  let end = Infinity

  function decodeBatch(head: OpusDecoder): PcmBlock[] {
    const { channelData, errors } = head.decodeFrames(packets)
    budget.errors(errors.length)
    packets = []
    const length = channelData[0]?.length ?? 0
    const from = Math.min(skip, length)
    const to = Math.max(from, Math.min(length, end - position))
    skip -= from
    position += length
    if (from === to) return []
    const channels = inWavOrder(channelData.map((plane) => plane.subarray(from, to)))
    return [{ channels, sampleRate }]
  }

  try {
    for await (const { bytes, granule, isLast } of oggPackets(file)) {
      if (index === 0) {
        const head = readHead(bytes)
        skip = head.preSkip
        decoder = new OpusDecoder({ ...head, preSkip: 0 })
        await decoder.ready
      }
      if (index++ < headerPackets) continue
      packets.push(bytes)
      // The granule position counts the skipped samples too.
      if (isLast && granule !== undefined) end = granule
      if (decoder && packets.length >= packetsPerBlock) yield* decodeBatch(decoder)
    }
    if (decoder && packets.length > 0) yield* decodeBatch(decoder)
  } finally {
    decoder?.free()
  }
}

function readHead(bytes: Buffer): OpusHead {
  if (bytes.length < 19 || bytes.toString('latin1', 0, 8) !== 'OpusHead')
    throw new Error('The Opus header is malformed.')
  const [channels = 0, family = 0] = [bytes[9], bytes[18]]
  const preSkip = bytes.readUInt16LE(10)
  const unsupported = new Error('The channel mapping of the Opus file is not supported.')
  if (family === 0) {
    if (channels !== 1 && channels !== 2) throw unsupported
    return {
      channels,
      preSkip,
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
  return { channels, preSkip, streamCount, coupledStreamCount, channelMappingTable }
}
