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
const tags = { title: 'Rosin', artist: 'Ada', album: 'Bridge', genre: 'Folk' }

test.each([
  ['tone.mp3', 'mp3', 2, tags],
  ['vbr-without-length.mp3', 'mp3', 4, {}],
  ['tone.wav', 'wav', 1, tags],
  ['tone.flac', 'flac', 1, tags],
  ['tone.ogg', 'ogg', 2, tags],
  ['tone.opus', 'ogg', 2, tags],
  ['tone.m4a', 'm4a', 2, tags],
  ['tone.aac', 'aac', 2, {}],
])('%s is probed as %s of %i s', async (name, format, seconds, expected) => {
  const metadata = await probeBytes(fixture(name))
  expect(metadata).toMatchObject({ format, tags: expected })
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
  ['an Ogg cut in half', fixture('tone.ogg').subarray(0, 2800)],
  ['a tag that claims 256 MB', id3Tag(2 ** 28 - 1, mp3)],
  ['a tag of 60 MB', id3Tag(60e6, Buffer.concat([Buffer.alloc(60e6), mp3]))],
])('the audio probe rejects %s', async (_, bytes) => {
  expect(await probeBytes(bytes)).toBeUndefined()
})

const hostile = manyTagsMp3()
const tag = hostile.subarray(0, hostile.length - mp3.length)
const count = 1_000_000
test.each([
  ['an MP3', hostile],
  ['an MP3 whose tag begins with junk', manyTagsMp3(Buffer.from('junk\0\0\0\0\0\0', 'latin1'))],
  ['an MP3 with a tag of zeros', id3Tag(15e6, Buffer.concat([Buffer.alloc(15e6), mp3]))],
  [
    'an MP3 with many ID3 headers',
    Buffer.concat([repeat(id3Tag(0, Buffer.alloc(0)), count / 10), mp3]),
  ],
  ['a FLAC', manyCommentsFlac(count)],
  ['an Ogg', manyCommentsOgg(count)],
  ['a WAV', wavWithChunk('LIST', Buffer.concat([Buffer.from('INFO'), infoChunks(count)]))],
  ['a WAV with an ID3 tag', wavWithChunk('id3 ', tag)],
  ['a WAV with many chunks', wavWithChunk('junk', Buffer.alloc(0), infoChunks(count))],
])('%s is rejected before its tags are parsed', async (_, bytes) => {
  const read = async (start: number, end: number) => bytes.subarray(start, end)
  await expect(readAudioMetadata({ size: bytes.length, read })).rejects.toThrow(
    /^The file has too many (tags|parts)\.$/,
  )
})

test('a file with a million tiny tags is rejected, and others are probed', async () => {
  const [refused, other] = [probeBytes(hostile, 'one'), probeBytes(mp3, 'two')]
  expect((await other)?.format).toBe('mp3')
  expect(await refused).toBeUndefined()
})

test('an MP3 with 1,000 tags and a megabyte of padding is probed', async () => {
  const frames = Buffer.concat([tag.subarray(10, 10 + 14 * 1000), Buffer.alloc(1e6)])
  expect(await probeBytes(id3Tag(frames.length, Buffer.concat([frames, mp3])))).toBeDefined()
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
