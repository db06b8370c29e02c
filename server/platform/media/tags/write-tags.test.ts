import { parseBuffer } from 'music-metadata'
import { beforeAll, describe, expect, test } from 'vitest'
import { commentsOpus } from '#server/testing/hostile-tags.ts'
import { joinSegments, retag, segmentsOf } from '#server/testing/retag.ts'
import { createImage, fixture, id3Tag } from '#server/testing/sample-files.ts'
import type { AudioFormat } from '../audio-formats.ts'
import type { Range } from './layout.ts'
import { readLayout } from './read-layout.ts'
import type { Cover, Segment, Tags } from './tags.ts'
import { totalSize } from './tags.ts'
import { writeTags } from './write-tags.ts'

let cover: Cover
const tags: Tags = {
  title: 'Соль 鹽',
  artist: 'Mira Ström',
  album: 'Salt',
  albumArtist: 'Various',
  track: { number: 3, total: 12 },
  disc: { number: 1, total: 2 },
  date: '2026-12-04',
  isrc: 'DEA012600001',
  covers: [],
}
beforeAll(async () => {
  cover = { bytes: await createImage({ format: 'jpeg' }), width: 300, height: 300 }
})

const files: [string, AudioFormat][] = [
  ['tone.mp3', 'mp3'],
  ['tone.flac', 'flac'],
  ['tone.m4a', 'm4a'],
  ['tone-alac.m4a', 'm4a'],
  ['tone.ogg', 'ogg'],
  ['tone.opus', 'ogg'],
  ['tone.wav', 'wav'],
]

describe.each(files)('%s', (name, format) => {
  test(`tags: ${name} says what the site says, with its cover`, async () => {
    const written = await retag(format, fixture(name), { ...tags, covers: [cover] })
    const { common } = await parseBuffer(written)
    expect(common).toMatchObject({
      title: tags.title,
      artist: tags.artist,
      album: tags.album,
      albumartist: tags.albumArtist,
      track: { no: 3, of: 12 },
      disk: { no: 1, of: 2 },
      date: tags.date,
      isrc: [tags.isrc],
    })
    expect(common.picture).toHaveLength(1)
    expect(Buffer.from(common.picture?.[0]?.data ?? [])).toEqual(cover.bytes)
  })

  test(`tags: ${name} keeps what the site does not know, also its cover, and says nothing twice`, async () => {
    const once = await retag(format, fixture(name), { ...tags, covers: [cover] })
    const twice = await retag(format, once, { title: 'Other', artist: 'Another', covers: [] })
    const { common } = await parseBuffer(twice)
    expect(common).toMatchObject({
      title: 'Other',
      artists: ['Another'],
      album: tags.album,
      albumartist: tags.albumArtist,
      track: { no: 3, of: 12 },
      disk: { no: 1, of: 2 },
      date: tags.date,
      isrc: [tags.isrc],
    })
    expect(common.picture).toHaveLength(1)
    expect(Buffer.from(common.picture?.[0]?.data ?? [])).toEqual(cover.bytes)
  })

  test(`tags: ${name} with the same tags twice has the same bytes`, async () => {
    const once = await retag(format, fixture(name), { ...tags, covers: [cover] })
    const twice = await retag(format, once, { ...tags, covers: [cover] })
    const again = await retag(format, twice, { ...tags, covers: [cover] })
    expect(again.equals(twice)).toBe(true)
  })

  test(`tags: a truncated ${name} is written or stays as it is, wherever it ends`, async () => {
    const whole = fixture(name)
    for (let length = 0; length < 2000; length += 37) {
      const truncated = whole.subarray(0, length)
      const segments = await segmentsOf(format, truncated, tags)
      const fits = (segment: Segment) => !('end' in segment) || segment.end <= length
      expect(segments.every(fits)).toBe(true)
      expect(totalSize(segments)).toBe(joinSegments(truncated, segments).length)
    }
  })

  test(`tags: a ${name} whose reading fails is not taken for malformed`, async () => {
    const file = { size: 10_000, read: () => Promise.reject(new Error('The disk is gone.')) }
    await expect(readLayout(format, file)).rejects.toThrow('The disk is gone.')
  })
})

test('tags: an AAC stream without a container stays as it is', async () => {
  const original = fixture('tone.aac')
  expect(await retag('aac', original, tags)).toEqual(original)
})

test('tags: an MP3 with malformed tags at both ends loses them', async () => {
  const audio = fixture('tone.mp3')
  const old = Buffer.concat([
    id3Tag(2000, Buffer.alloc(2000, 'old tag ')),
    audio,
    Buffer.concat([Buffer.from('TAG'), Buffer.alloc(60, 'old title ')]),
    Buffer.alloc(65),
  ])
  const written = await retag('mp3', old, tags)
  expect(written.includes('old t')).toBe(false)
})

test('tags: an MP4 keeps the items of iTunes that are not replaced', async () => {
  const original = fixture('tone.m4a')
  const names = async (bytes: Buffer) =>
    ((await parseBuffer(bytes)).native['iTunes'] ?? []).map(({ id }) => id)
  const before = (await names(original)).filter((id) => !/nam|ART|alb|day|trkn/.test(id))
  expect(before.length).toBeGreaterThan(0)
  expect(await names(await retag('m4a', original, tags))).toEqual(expect.arrayContaining(before))
})

test.each(['tone.ogg', 'tone.opus'])(
  'tags: the pages of audio of %s do not change',
  async (name) => {
    const original = fixture(name)
    const segments = await segmentsOf('ogg', original, { ...tags, covers: [cover] })
    const last = segments.at(-1) as { start: number; end: number }
    expect(last.end).toBe(original.length)
    expect(pagesOf(joinSegments(original, segments)).map(({ number }) => number)).toEqual(
      pagesOf(original).map(({ number }) => number),
    )
  },
)

test.each(['tone.ogg', 'tone.opus'])(
  'tags: a cover too large for %s gives way to a smaller one',
  async (name) => {
    const large = { bytes: Buffer.alloc(100_000), width: 768, height: 768 }
    const written = await retag('ogg', fixture(name), { ...tags, covers: [large, cover] })
    const { common } = await parseBuffer(written)
    expect(Buffer.from(common.picture?.[0]?.data ?? [])).toEqual(cover.bytes)
  },
)

test('tags: long comments of an Opus file are read once, however many covers do not fit', async () => {
  const original = commentsOpus(39, 13_000)
  let length = 0
  const file = {
    size: original.length,
    read: async ({ start, end }: Range) => {
      length += end - start
      return original.subarray(start, end)
    },
  }
  const layout = await readLayout('ogg', {
    size: original.length,
    read: async (start, end) => original.subarray(start, end),
  })
  const covers = [768, 384, 192].map((width) => {
    return { bytes: Buffer.alloc(100_000), width, height: width }
  })
  const segments = await writeTags(layout, file, { ...tags, covers })
  expect(joinSegments(original, segments).includes('TITLE=Соль 鹽')).toBe(true)
  expect(length).toBeGreaterThan(500_000)
  expect(length).toBeLessThan(original.length)
})

function pagesOf(bytes: Buffer) {
  const pages: { number: number }[] = []
  for (let at = bytes.indexOf('OggS'); at !== -1; at = bytes.indexOf('OggS', at + 4))
    pages.push({ number: bytes.readUInt32LE(at + 18) })
  return pages
}
