import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFfmpeg } from '#server/testing/ffmpeg.ts'
import { needsProgram } from '#server/testing/needs.ts'
import { retag } from '#server/testing/retag.ts'
import { createImage } from '#server/testing/sample-files.ts'
import type { AudioFormat } from '../audio-formats.ts'
import type { Tags } from './tags.ts'

const source = 'sine=frequency=440:duration=3,aformat=channel_layouts=stereo'
const oldTags = ['title=Old', 'artist=Old', 'album=Old', 'date=1999', 'track=9/9', 'genre=Jazz']
oldTags.push('composer=Ada Holm', 'comment=Live', 'copyright=1999 Harbor Tapes', 'album_artist=Old')
const old = oldTags.flatMap((tag) => ['-metadata', tag])

const encodings: [file: string, format: AudioFormat, args: string[]][] = [
  ['id3v23.mp3', 'mp3', ['-id3v2_version', '3', '-write_id3v1', '1']],
  ['plain.mp3', 'mp3', ['-id3v2_version', '0', '-write_xing', '0']],
  ['deep.flac', 'flac', ['-sample_fmt', 's32']],
  ['first.m4a', 'm4a', ['-c:a', 'aac', '-movflags', '+faststart']],
  ['last.m4a', 'm4a', ['-c:a', 'aac']],
  ['alac.m4a', 'm4a', ['-c:a', 'alac']],
  ['vorbis.ogg', 'ogg', ['-c:a', 'libvorbis']],
  ['opus.opus', 'ogg', ['-c:a', 'libopus']],
  ['odd.wav', 'wav', ['-c:a', 'pcm_s24le']],
]

const tags: Omit<Tags, 'covers'> = {
  title: 'Соль 鹽',
  artist: 'Mira Ström',
  album: 'Salt',
  track: { number: 3, total: 12 },
  date: '2026-12-04',
  isrc: 'DEA012600001',
}

const ffmpeg = findFfmpeg()

/** Of the container and the first stream, whatever the spelling of their names. */
async function probe(file: string) {
  const probed = await ffmpeg?.probe(file)
  const found = { ...probed?.format.tags, ...probed?.streams[0]?.tags }
  const lower: Record<string, string> = Object.fromEntries(
    Object.entries(found).map(([key, value]) => [key.toLowerCase(), value]),
  )
  return { lower, codecs: probed?.streams.map(({ codec_name }) => codec_name) }
}

let folder: string
let covers: Tags['covers']

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tags-'))
  covers = [{ bytes: await createImage({ format: 'jpeg' }), width: 300, height: 300 }]
  await ffmpeg?.encodeFiles(
    encodings.map(([name, , args]) => ({
      source,
      args: [...args, ...old],
      file: path.join(folder, name),
    })),
  )
}, 60_000)
afterAll(() => rm(folder, { recursive: true }))

describe('with ffmpeg', needsProgram('ffmpeg'), () => {
  test.each(encodings)(
    'tags: ffprobe reads those of %s, and its samples are the same',
    async (name, format) => {
      if (!ffmpeg) return
      const original = path.join(folder, name)
      const bytes = await readFile(original)
      const written = path.join(folder, `written-${name}`)
      await writeFile(written, await retag(format, bytes, { ...tags, covers }))
      const { lower, codecs } = await probe(written)
      expect(lower).toMatchObject({
        title: tags.title,
        artist: tags.artist,
        album: tags.album,
        date: tags.date,
      })
      expect(lower['track']).toMatch(/^3(\/12)?$/)
      // ffprobe does not read the ID3 chunk of a WAV: write-tags.test.ts does.
      if (format !== 'wav') {
        expect(lower['isrc'] ?? lower['tsrc']).toBe(tags.isrc)
        expect(codecs).toContain('mjpeg')
      }
      expect(await ffmpeg.hashSamples(written)).toBe(await ffmpeg.hashSamples(original))
    },
  )

  test.each(encodings)('tags: what only %s says about itself stays', async (name, format) => {
    const original = path.join(folder, name)
    const written = path.join(folder, `kept-${name}`)
    const known = { title: 'New', artist: 'Mira', covers: [] }
    await writeFile(written, await retag(format, await readFile(original), known))
    const { title: _, artist: __, encoder: ___, ...said } = (await probe(original)).lower
    expect(Object.keys(said).length).toBeGreaterThan(name.startsWith('plain') ? -1 : 5)
    expect((await probe(written)).lower).toMatchObject({ ...said, title: 'New', artist: 'Mira' })
  })
})
