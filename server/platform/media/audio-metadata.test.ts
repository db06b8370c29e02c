import { afterAll, expect, test } from 'vitest'
import {
  infoChunks,
  manyCommentsFlac,
  manyCommentsOgg,
  manyTagsMp3,
  repeat,
  wavWithChunk,
} from '#server/testing/hostile-files.ts'
import { fixture, html, id3Tag, svg, wavOfSize, zip } from '#server/testing/sample-files.ts'
import { readAudioMetadata } from './audio-metadata.ts'
import { createMedia } from './media.ts'

const media = createMedia({ imageWidths: [96], sandbox: { niceness: 0 } })
afterAll(() => media.close())

const inMemory = (bytes: Buffer, client = 'one') => ({
  client,
  size: bytes.length,
  read: async (start: number, end: number) => bytes.subarray(start, end),
})
const probeBytes = (bytes: Buffer, client?: string) => media.probeAudio(inMemory(bytes, client))

const id3v1 = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)])

test.each([
  ['tone.mp3', 'mp3', 2],
  ['vbr-without-length.mp3', 'mp3', 4],
  ['tone.wav', 'wav', 1],
  ['tone.flac', 'flac', 1],
  ['tone.ogg', 'ogg', 2],
  ['tone.opus', 'ogg', 2],
  ['tone.m4a', 'm4a', 2],
  ['tone-alac.m4a', 'm4a', 1],
  ['tone.aac', 'aac', 2],
])('%s is probed as %s of %i s', async (name, format, seconds) => {
  const metadata = await probeBytes(fixture(name))
  expect(metadata?.format).toBe(format)
  expect(metadata?.durationSeconds).toBeCloseTo(seconds, 0)
})

test('the duration of an interrupted recording is that of its bytes', async () => {
  const wav = wavOfSize(88_244)
  wav.writeUInt32LE(0xffffffff, 40)
  expect((await probeBytes(wav))?.durationSeconds).toBeCloseTo(1, 1)
})

test.each([
  ['a WAV without a length, from a recorder that was interrupted', wavWithoutLength(), 'wav', 1],
  ['a WAV with 64-bit lengths', rf64(), 'wav', 1],
  ['a WAV with a malformed text', wavWithMalformedText(), 'wav', 1],
  ['a FLAC without a length, from a pipe', flacWithoutLength(), 'flac', 1],
  ['an MP3 with a cover of 20 MB', mp3WithCover(20e6), 'mp3', 2],
  [
    'a WAV after an ID3 tag',
    id3Tag(10, Buffer.concat([Buffer.alloc(10), wavOfSize(88_244)])),
    'wav',
    1,
  ],
  ['an Ogg of two links', Buffer.concat([fixture('tone.ogg'), fixture('tone.opus')]), 'ogg', 4],
  ['an MP3 of two frames', mp3OfTwoFrames(), 'mp3', 0],
  ['an MP3 of two frames and a tag', Buffer.concat([mp3OfTwoFrames(), id3v1]), 'mp3', 0],
  [
    'an MP3 with two tags',
    id3Tag(
      10,
      Buffer.concat([
        Buffer.alloc(10),
        id3Tag(100_000, Buffer.alloc(100_000)),
        fixture('tone.mp3'),
      ]),
    ),
    'mp3',
    2,
  ],
])('%s is probed', async (_, bytes, format, seconds) => {
  const metadata = await probeBytes(bytes)
  expect(metadata?.format).toBe(format)
  expect(metadata?.durationSeconds).toBeCloseTo(seconds, 0)
})

/** Declares 145 hours and more. */
const liars: [string, () => Buffer][] = [
  ['an MP3 that declares 20 million frames', () => withXing(20_000_000)],
  ['an MP3 that declares a hundred times its frames', () => withXing(8000)],
  ['a FLAC that declares all samples that fit', () => patched('tone.flac', 'fLaC', 22, 0xffffffff)],
  ['an M4A whose track declares days', () => patched('tone.m4a', 'mdhd', 20, 0x7fffffff)],
  ['a WAV of one sample a second', () => patched('tone.wav', 'fmt ', 12, 0x01000000)],
  ['an Opus file whose last page is days later', opusOfDays],
]

test.each(liars)('the duration of %s is one that its bytes can have', async (name, make) => {
  const file = make()
  const seconds = (await probeBytes(file))?.durationSeconds ?? 0
  expect(seconds).toBeLessThanOrEqual(file.length / 50)
  if (name.includes('MP3')) expect(seconds).toBeLessThan(10)
})

function patched(name: string, after: string, offset: number, value: number): Buffer {
  const file = Buffer.from(fixture(name))
  file.writeUInt32BE(value, file.indexOf(after, 0, 'latin1') + offset)
  return file
}

function withXing(frames: number): Buffer {
  const file = Buffer.from(fixture('tone.mp3'))
  const found = file
    .subarray(0, 20_000)
    .toString('latin1')
    .search(/Xing|Info/)
  expect(found).toBeGreaterThan(0)
  expect(file.readUInt32BE(found + 4) & 1).toBe(1)
  file.writeUInt32BE(frames, found + 8)
  return file
}

function opusOfDays(): Buffer {
  const file = Buffer.from(fixture('tone.opus'))
  file.writeBigUInt64LE(BigInt(48_000 * 86_400 * 3), file.lastIndexOf('OggS') + 6)
  return file
}

test('a probe reads only a few blocks of a large file', async () => {
  const wav = wavOfSize(20 * 1024 * 1024)
  let read = 0
  const metadata = await media.probeAudio({
    client: 'one',
    size: wav.length,
    read: async (start, end) => {
      read += end - start
      return wav.subarray(start, end)
    },
  })
  expect(metadata?.format).toBe('wav')
  expect(read).toBeLessThan(4 * 1024 * 1024)
})

function wavWithoutLength(): Buffer {
  const wav = wavOfSize(88_244)
  wav.writeUInt32LE(0, 40)
  return wav
}

function rf64(): Buffer {
  const wav = wavOfSize(88_244)
  const chunk = Buffer.alloc(36)
  chunk.write('ds64')
  chunk.writeUInt32LE(28, 4)
  chunk.writeBigUInt64LE(88_200n, 16)
  wav.writeUInt32LE(0xffffffff, 4)
  wav.writeUInt32LE(0xffffffff, 40)
  return Buffer.concat([Buffer.from('RF64'), wav.subarray(4, 12), chunk, wav.subarray(12)])
}

/** Of an odd length, without the byte that makes it even. */
function wavWithMalformedText(): Buffer {
  const text = Buffer.from('LIST\x11\0\0\0INFOISFT\x05\0\0\0Rosin\0', 'latin1')
  const wav = wavOfSize(88_244)
  return Buffer.concat([wav.subarray(0, 36), text, wav.subarray(36)])
}

function flacWithoutLength(): Buffer {
  const flac = fixture('tone.flac')
  // 36 bits of the stream information.
  flac[21] = (flac[21] ?? 0) & 0xf0
  flac.fill(0, 22, 26)
  return flac
}

/** Of silence: less than a tenth of a second. */
function mp3OfTwoFrames(): Buffer {
  const frame = Buffer.alloc(417)
  frame.set([0xff, 0xfb, 0x90, 0xc0])
  return Buffer.concat([frame, frame])
}

function mp3WithCover(bytes: number): Buffer {
  const frame = Buffer.alloc(10)
  frame.write('APIC')
  frame.writeUInt32BE(bytes, 4)
  const image = Buffer.alloc(bytes, Buffer.from('\0image/jpeg\0\x03\0\xff\xd8\xff', 'latin1'))
  return id3Tag(10 + bytes, Buffer.concat([frame, image, fixture('tone.mp3')]))
}

const mp3 = fixture('tone.mp3')
const m4a = fixture('tone.m4a')
const withBoxLength = (name: string, length: number) => {
  const bytes = Buffer.from(m4a)
  bytes.writeUInt32BE(length, bytes.indexOf(name) - 4)
  return bytes
}
const noise = Buffer.from(Array.from({ length: 60_000 }, (_, i) => (i * i * 7919) >> 3))

test.each([
  ['an empty file', Buffer.alloc(0)],
  ['SVG', svg],
  ['HTML', html],
  ['ZIP', zip],
  ['Windows Media', fixture('tone.wma')],
  ['a video', fixture('film.mp4')],
  ['an Ogg video', fixture('film.ogv')],
  ['audio that is also a ZIP', Buffer.concat([mp3, zip])],
  ['audio that is also a page', Buffer.concat([html, mp3])],
  ['audio with a page appended', Buffer.concat([mp3, html])],
  ['a page after a tag', id3Tag(10, Buffer.concat([Buffer.alloc(10), html]))],
  ['noise after one frame header', Buffer.concat([Buffer.from([255, 251, 144, 100]), noise])],
  ['a tag without audio', mp3.subarray(0, 45)],
  ['an MP4 cut in half', m4a.subarray(0, m4a.length >> 1)],
  ['an MP4 whose media has no length', withBoxLength('mdat', 0)],
  ['an MP4 whose index has no length', withBoxLength('moov', 0)],
  ['an MP4 whose track has no length', withBoxLength('trak', 0)],
  ['an MP4 whose media extends past the end', withBoxLength('mdat', 0x7fffffff)],
  ['QuickTime', Buffer.from(m4a.toString('latin1').replace('ftypM4A ', 'ftypqt  '), 'latin1')],
  ['an Ogg cut in half', fixture('tone.ogg').subarray(0, 2800)],
  ['a tag that claims 256 MB', id3Tag(2 ** 28 - 1, mp3)],
  ['a tag of 60 MB', id3Tag(60e6, Buffer.concat([Buffer.alloc(60e6), mp3]))],
  [
    'an MP3 with 100,000 ID3 headers',
    Buffer.concat([repeat(id3Tag(0, Buffer.alloc(0)), 100_000), mp3]),
  ],
])('the audio probe rejects %s', async (_, bytes) => {
  expect(await probeBytes(bytes)).toBeUndefined()
})

const count = 1_000_000
test.each([
  ['an MP3', 'mp3', manyTagsMp3()],
  ['an MP3 with a tag of zeros', 'mp3', id3Tag(15e6, Buffer.concat([Buffer.alloc(15e6), mp3]))],
  ['a FLAC', 'flac', manyCommentsFlac(count)],
  ['an Ogg', 'ogg', manyCommentsOgg(count)],
  ['a WAV', 'wav', wavWithChunk('LIST', Buffer.concat([Buffer.from('INFO'), infoChunks(count)]))],
])('the million tags of %s are not read', async (_, format, bytes) => {
  let bytesRead = 0
  const read = async (start: number, end: number) => {
    bytesRead += end - start
    return bytes.subarray(start, end)
  }
  const metadata = await readAudioMetadata({ size: bytes.length, read })
  expect(metadata?.format).toBe(format)
  expect(bytesRead).toBeLessThan(4 * 1024 * 1024)
})

test('a WAV with a million chunks is rejected', async () => {
  const wav = fixture('tone.wav')
  const many = Buffer.concat([wav.subarray(0, 12), infoChunks(count), wav.subarray(12)])
  expect(await probeBytes(many)).toBeUndefined()
})

test('a probe whose bytes cannot be read rejects instead of returning undefined', async () => {
  const read = () => Promise.reject(new Error('the store is down'))
  await expect(media.probeAudio({ client: 'one', size: 1000, read })).rejects.toThrow(
    'the store is down',
  )
  let reads = 0
  const breaks = async (start: number, end: number) => {
    if (reads++ > 0) throw new Error('the store is down')
    return mp3.subarray(start, end)
  }
  await expect(media.probeAudio({ client: 'one', size: mp3.length, read: breaks })).rejects.toThrow(
    'the store is down',
  )
  expect((await probeBytes(mp3))?.format).toBe('mp3')
})
