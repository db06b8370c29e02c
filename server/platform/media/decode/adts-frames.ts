import { BitReader } from './bit-reader.ts'
import { find } from './mp4-index.ts'

const headerLength = 7
const maxFrameBytes = 8191
const spectralBandReplication = 5
const parametricStereo = 29
/** AAC of MPEG-4, and of MPEG-2. */
const aacTypes = [0x40, 0x66, 0x67, 0x68]
const tag = { stream: 3, decoder: 4, config: 5 }

/** Turns AAC packets into ADTS frames, with the configuration of an MP4 track. Throws if ADTS cannot express it. */
export function adtsFramer(description: Buffer): (packet: Uint8Array) => Buffer {
  const { type, frequency, channels } = readConfig(
    find(description, 'esds') ?? find(description, 'wave', 'esds') ?? Buffer.alloc(0),
  )
  return (packet) => {
    const length = headerLength + packet.length
    if (length > maxFrameBytes) throw new Error('The index of the file is damaged.')
    const frame = Buffer.alloc(length)
    frame.writeUInt16BE(0xfff1, 0)
    frame[2] = ((type - 1) << 6) | (frequency << 2) | (channels >> 2)
    frame.writeUInt32BE((((channels & 3) << 30) | (length << 13) | 0x1ffc) >>> 0, 3)
    frame.set(packet, headerLength)
    return frame
  }
}

/** AudioSpecificConfig (ISO 14496-3). */
function readConfig(esds: Buffer) {
  const bits = new BitReader(decoderConfig(esds))
  const readFrequency = () => {
    const index = bits.read(4)
    if (index > 12) throw notSupported()
    return index
  }
  let type = bits.read(5)
  const frequency = readFrequency()
  const channels = bits.read(4)
  if (type === spectralBandReplication || type === parametricStereo) {
    readFrequency()
    type = bits.read(5)
  }
  const hasShortFrames = bits.read(1) === 1
  // Main, LC, SSR and LTP; the layouts that have a number.
  if (type < 1 || type > 4 || channels < 1 || channels > 7 || hasShortFrames) throw notSupported()
  return { type, frequency, channels }
}

/** Descriptors are a tag, a length of up to four bytes, and fields, after which others are nested. */
function decoderConfig(esds: Buffer): Buffer {
  let at = 4
  const enter = (expected: number): number => {
    if (esds.readUInt8(at++) !== expected) throw notSupported()
    for (let length = 0; ; ) {
      const byte = esds.readUInt8(at++)
      length = (length << 7) | (byte & 0x7f)
      if ((byte & 0x80) === 0) return length
    }
  }
  enter(tag.stream)
  const flags = esds.readUInt8(at + 2)
  // References to other streams and to URLs.
  if (flags & 0xe0) throw notSupported()
  at += 3
  enter(tag.decoder)
  if (!aacTypes.includes(esds.readUInt8(at))) throw notSupported()
  at += 13
  const length = enter(tag.config)
  return esds.subarray(at, at + length)
}

const notSupported = () => new Error('This variant of AAC is not supported.')
