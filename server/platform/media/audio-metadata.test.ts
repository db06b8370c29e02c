import { afterAll, describe, expect, test } from 'vitest'
import { manyTagsMp3 } from '#server/testing/hostile-files.ts'
import { fixture, html, id3Tag, svg, wavOfSize, zip } from '#server/testing/sample-files.ts'
import { createMedia } from './media.ts'

const media = createMedia({ imageWidths: [96], sandbox: { niceness: 0 } })
afterAll(() => media.close())

const inMemory = (bytes: Buffer, userId = 'one') => ({
  userId,
  size: bytes.length,
  read: async (start: number, end: number) => bytes.subarray(start, end),
})
const probeBytes = (bytes: Buffer, userId?: string) => media.probeAudio(inMemory(bytes, userId))

const tags = { title: 'Rosin', artist: 'Ada', album: 'Bridge', genre: 'Folk' }

describe('supported audio', () => {
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

  test('a probe reads only a few blocks of a large file', async () => {
    const wav = wavOfSize(20 * 1024 * 1024)
    let read = 0
    const metadata = await media.probeAudio({
      userId: 'one',
      size: wav.length,
      read: async (start, end) => {
        read += end - start
        return wav.subarray(start, end)
      },
    })
    expect(metadata?.format).toBe('wav')
    expect(read).toBeLessThan(4 * 1024 * 1024)
  })
})

const mp3 = fixture('tone.mp3')
const m4a = fixture('tone.m4a')
const withBoxLength = (name: string, length: number) => {
  const bytes = Buffer.from(m4a)
  bytes.writeUInt32BE(length, bytes.indexOf(name) - 4)
  return bytes
}
const noise = Buffer.from(Array.from({ length: 60_000 }, (_, i) => (i * i * 7919) >> 3))

describe('unsupported files', () => {
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

  test('a file with a million tiny tags is rejected while others are probed', async () => {
    const hostile = manyTagsMp3()
    // Both processes have started before the race.
    await Promise.all([probeBytes(mp3, 'one'), probeBytes(mp3, 'two')])
    const done: string[] = []
    const refused = probeBytes(hostile, 'one').finally(() => done.push('hostile'))
    const other = probeBytes(mp3, 'two').finally(() => done.push('other'))
    expect((await other)?.format).toBe('mp3')
    expect(await refused).toBeUndefined()
    expect(done).toEqual(['other', 'hostile'])
    expect((await probeBytes(mp3))?.format).toBe('mp3')
  })
})

test('a probe whose bytes cannot be read rejects instead of returning undefined', async () => {
  const read = () => Promise.reject(new Error('the store is down'))
  await expect(media.probeAudio({ userId: 'one', size: 1000, read })).rejects.toThrow(
    'the store is down',
  )
  let reads = 0
  const breaks = async (start: number, end: number) => {
    if (reads++ > 0) throw new Error('the store is down')
    return mp3.subarray(start, end)
  }
  await expect(media.probeAudio({ userId: 'one', size: mp3.length, read: breaks })).rejects.toThrow(
    'the store is down',
  )
  expect((await probeBytes(mp3))?.format).toBe('mp3')
})
