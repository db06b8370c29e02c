/** What the index of the file says about its only track. */
export type Mp4Track = {
  sampleRate: number
  channels: number
  /** Samples per packet. */
  frameSize: number
  /** Samples that the encoder adds at the start. With `frames` they are declared in an edit list, so that players remove them. */
  priming: number
  /** Samples of sound. What the last packet has beyond them is padding. */
  frames: number
  /** `Opus` or `mp4a`, and the box that configures its decoder. */
  sampleEntry: 'Opus' | 'mp4a'
  decoderConfig: Buffer
}

/** The duration of a fragment in samples, and its size in bytes: what players need to seek. */
export type Fragment = { duration: number; bytes: number }

const trackId = 1
const u8 = (...values: number[]) => Buffer.from(values)
const u16 = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}
const zeros = (length: number) => Buffer.alloc(length)

function box(type: string, ...content: Buffer[]): Buffer {
  const length = content.reduce((sum, part) => sum + part.length, 8)
  return Buffer.concat([u32(length), Buffer.from(type, 'latin1'), ...content])
}
const fullBox = (type: string, flags: number, ...content: Buffer[]) =>
  box(type, u32(flags), ...content)

/** The identity matrix of a transformation that audio does not have. */
const matrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

/** The start of the file: type, index without samples, and where each fragment is. */
export function mp4Header(track: Mp4Track, fragments: readonly Fragment[]): Buffer {
  return Buffer.concat([
    box('ftyp', Buffer.from('iso5'), u32(512), Buffer.from('iso5iso6mp41')),
    box('moov', movieHeader(track), trackBox(track), fragmentDefaults(track), gaplessTag(track)),
    segmentIndex(track, fragments),
  ])
}

const movieHeader = ({ sampleRate, frames }: Mp4Track) =>
  fullBox(
    'mvhd',
    0,
    u32(0, 0, sampleRate, frames, 0x10000),
    u16(0x100),
    zeros(10),
    matrix,
    zeros(24),
    u32(trackId + 1),
  )

function trackBox(track: Mp4Track): Buffer {
  const { sampleRate, frames, priming } = track
  const header = fullBox(
    'tkhd',
    3, // enabled, in movie
    u32(0, 0, trackId, 0, frames),
    zeros(12),
    u16(0x100),
    zeros(2),
    matrix,
    zeros(8),
  )
  const edit = box('edts', fullBox('elst', 0, u32(1, frames, priming, 0x10000)))
  const undetermined = u16(0x55c4)
  const media = box(
    'mdia',
    fullBox('mdhd', 0, u32(0, 0, sampleRate, 0), undetermined, zeros(2)),
    fullBox('hdlr', 0, zeros(4), Buffer.from('soun'), zeros(13)),
    box(
      'minf',
      fullBox('smhd', 0, zeros(4)),
      box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1))),
      sampleTable(track),
    ),
  )
  return box('trak', header, edit, media)
}

function sampleTable({ sampleRate, channels, sampleEntry, decoderConfig }: Mp4Track): Buffer {
  const entry = box(
    sampleEntry,
    zeros(6),
    u16(1),
    zeros(8),
    u16(channels),
    u16(16),
    zeros(4),
    u32(sampleRate * 0x10000),
    decoderConfig,
  )
  return box(
    'stbl',
    fullBox('stsd', 0, u32(1), entry),
    ...['stts', 'stsc', 'stco'].map((type) => fullBox(type, 0, u32(0))),
    fullBox('stsz', 0, u32(0, 0)),
  )
}

const everyPacketIsKey = 0x2000000
const fragmentDefaults = ({ frames, frameSize }: Mp4Track) =>
  box(
    'mvex',
    fullBox('mehd', 0, u32(frames)),
    fullBox('trex', 0, u32(trackId, 1, frameSize, 0, everyPacketIsKey)),
  )

/** iTunes' way to declare priming and padding: FFmpeg ignores the edit list of a fragmented file. */
function gaplessTag({ priming, frames, frameSize }: Mp4Track): Buffer {
  const hex = (value: number, digits = 8) => value.toString(16).toUpperCase().padStart(digits, '0')
  const padding = -(priming + frames) % frameSize
  const numbers = [0, priming, padding + (padding < 0 ? frameSize : 0)].map((value) => hex(value))
  const unused = Array.from({ length: 8 }, () => hex(0))
  const value = ['', ...numbers, hex(frames, 16), ...unused].join(' ')
  const item = box(
    '----',
    fullBox('mean', 0, Buffer.from('com.apple.iTunes')),
    fullBox('name', 0, Buffer.from('iTunSMPB')),
    box('data', u32(1, 0), Buffer.from(value)),
  )
  const handler = fullBox('hdlr', 0, zeros(4), Buffer.from('mdirappl'), zeros(9))
  return box('udta', fullBox('meta', 0, handler, box('ilst', item)))
}

/** Durations are those of the sound: players take the sum for the duration of the file. */
function segmentIndex(track: Mp4Track, fragments: readonly Fragment[]): Buffer {
  const { sampleRate, priming, frames } = track
  const startsWithKey = 0x90000000
  let end = -priming
  const durations = fragments.map(({ duration }) => {
    const start = Math.max(0, end)
    end += duration
    return Math.max(0, Math.min(end, frames) - start)
  })
  return fullBox(
    'sidx',
    0,
    u32(trackId, sampleRate, 0, 0),
    u16(0),
    u16(fragments.length),
    ...fragments.map(({ bytes }, index) => u32(bytes, durations[index] ?? 0, startsWithKey)),
  )
}

/** Packets of consecutive time. `start` is the time of the first, in samples, with the priming. */
export function mp4Fragment(
  packets: readonly Uint8Array[],
  { sequence, start }: { sequence: number; start: number },
): Buffer {
  const baseIsMoof = 0x20000
  const hasOffsetAndSizes = 0x201
  const sizes = u32(...packets.map((packet) => packet.length))
  const withOffset = (offset: number) =>
    box(
      'moof',
      fullBox('mfhd', 0, u32(sequence)),
      box(
        'traf',
        fullBox('tfhd', baseIsMoof, u32(trackId)),
        fullBox('tfdt', 0x1000000, u32(Math.floor(start / 2 ** 32), start % 2 ** 32)),
        fullBox('trun', hasOffsetAndSizes, u32(packets.length, offset), sizes),
      ),
    )
  const headerLength = withOffset(0).length + 8
  return Buffer.concat([
    withOffset(headerLength),
    box('mdat', ...packets.map((packet) => Buffer.from(packet))),
  ])
}

export const opusConfig = ({ channels, priming }: Pick<Mp4Track, 'channels' | 'priming'>) =>
  box('dOps', u8(0, channels), u16(priming), u32(48_000), zeros(3))

/** The elementary stream descriptor around an AudioSpecificConfig. */
export function aacConfig(audioSpecificConfig: Buffer, bitrate: number): Buffer {
  const descriptor = (tag: number, ...content: Buffer[]) => {
    const body = Buffer.concat(content)
    return Buffer.concat([u8(tag, body.length), body])
  }
  return fullBox(
    'esds',
    0,
    descriptor(
      3,
      u16(0),
      u8(0),
      descriptor(
        4,
        u8(0x40, 0x15, 0, 0, 0), // AAC, an audio stream
        u32(bitrate, bitrate),
        descriptor(5, audioSpecificConfig),
      ),
      descriptor(6, u8(2)),
    ),
  )
}
