import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { parseBuffer } from 'music-metadata'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { PlaylistDetail } from '#contract/playlists.ts'
import type { Stats } from '#contract/stats.ts'
import { openZip } from '#server/platform/archive/unzip.ts'
import { makePlaylist, makeTrack } from '#server/testing/factories.ts'
import { needsProgram, standIn } from '#server/testing/needs.ts'
import { startTestS3, withS3 } from '#server/testing/s3.ts'
import { createImage, fixture } from '#server/testing/sample-files.ts'
import { startTestSite, type TestSite } from '#server/testing/test-site.ts'
import { upload } from '#server/testing/upload-client.ts'

const s3 = await startTestS3()
standIn('downloads from S3', withS3(s3))
const stores = [
  { name: 'disk', objects: undefined },
  ...(s3 ? [{ name: 'S3', objects: s3.config }] : []),
]
const files = ['tone.mp3', 'tone.flac', 'tone.m4a', 'tone.ogg', 'tone.opus', 'tone.wav', 'tone.aac']
const names = [
  '01 Tone 1.mp3',
  '02 Tone 2.flac',
  '03 Tone 3.m4a',
  '04 Tone 4.ogg',
  '05 Tone 5.ogg',
  '06 Tone 6.wav',
  '07 Tone 7.aac',
]

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'releases-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function save(bytes: Buffer): Promise<string> {
  const file = path.join(folder, `${crypto.randomUUID()}.zip`)
  await writeFile(file, bytes)
  return file
}

async function readMember(archive: Awaited<ReturnType<typeof openZip>>, name: string) {
  const stream = await (await archive.open(name))?.read()
  return stream && Buffer.concat(await stream.toArray())
}

async function makeRelease(site: TestSite) {
  const trackIds: string[] = []
  for (const [index, name] of files.entries()) {
    const audioPath = await upload(site.asOwner, 'audio', fixture(name))
    const title = `Tone ${index + 1}`
    const isrc = `DEA01260000${index + 1}`
    trackIds.push((await makeTrack(site.db, site.owner.id, { title, isrc, audioPath })).id)
  }
  const coverPath = await upload(site.asOwner, 'cover', await createImage())
  const release = await makePlaylist(site.db, site.owner.id, trackIds, {
    type: 'album',
    title: 'Salt',
    artist: 'Mira Ström',
    label: 'Low Tide',
    releaseDate: '2026-12-04',
    copyright: '℗ 2026 Low Tide',
    allowDownload: true,
    coverPath,
  })
  await site.asOwner('PUT', `/api/playlists/${release.id}`, {
    body: { credits: [{ role: 'Mastering', name: 'Ines Calder' }] },
  })
  return release
}

describe.each(stores)('on $name', ({ name, objects }) => {
  let site: TestSite
  let url: string
  let whole: Buffer
  let etag: string
  beforeAll(async () => {
    site = await startTestSite({ objects })
    url = `/api/playlists/${(await makeRelease(site)).id}/download`
    const response = await site.visitor('GET', url)
    expect(response.status).toBe(200)
    etag = response.headers.get('etag') ?? ''
    whole = await bytesOf(response)
    expect(response.headers.get('content-length')).toBe(String(whole.length))
  }, 60_000)
  afterAll(() => site.close())

  test(`releases on ${name}: the archive has the tracks in order with their tags, cover and credits`, async () => {
    const archive = await openZip(await save(whole))
    for (const [index, name] of names.entries()) {
      const bytes = (await readMember(archive, name)) ?? Buffer.alloc(0)
      // A stream of AAC has no place for tags.
      if (name.endsWith('.aac')) expect(bytes).toEqual(fixture('tone.aac'))
      else
        expect((await parseBuffer(bytes)).common).toMatchObject({
          title: `Tone ${index + 1}`,
          album: 'Salt',
          albumartist: 'Mira Ström',
          track: { no: index + 1, of: 7 },
          date: '2026-12-04',
          isrc: [`DEA01260000${index + 1}`],
          picture: [{ format: 'image/jpeg' }],
        })
    }
    expect((await readMember(archive, 'cover.jpg'))?.subarray(0, 2)).toEqual(
      Buffer.from([0xff, 0xd8]),
    )
    const credits = (await readMember(archive, 'credits.txt'))?.toString()
    expect(credits).toContain('\nMastering: Ines Calder\n')
    expect(credits).toContain(
      'Salt\nMira Ström\nLabel: Low Tide\nReleased: 2026-12-04\n\n1. Tone 1',
    )
    expect(credits).toContain('℗ 2026 Low Tide')
    archive.close()
  })

  test(`releases on ${name}: two requests of the same version have the same bytes`, async () => {
    expect(await bytesOf(await site.visitor('GET', url))).toEqual(whole)
  })

  test(`releases on ${name}: a download that the client broke off is resumed where it ended`, async () => {
    const start = await readAndBreakOff(site.url + url, whole.length / 2)
    const headers = { range: `bytes=${start.length}-`, 'if-range': etag }
    const rest = await site.visitor('GET', url, { headers })
    expect(rest.status).toBe(206)
    expect(Buffer.concat([start, await bytesOf(rest)])).toEqual(whole)
  })

  test(
    `releases on ${name}: unzip finds no errors in the archive`,
    needsProgram('unzip'),
    async () => {
      const { stdout } = await promisify(execFile)('unzip', ['-t', await save(whole)])
      expect(stdout).toContain('No errors detected')
    },
  )
})

/** At least so many bytes of a response, whose connection is then closed. */
function readAndBreakOff(url: string, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const request = get(url, (response: IncomingMessage) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        const bytes = Buffer.concat(chunks)
        if (bytes.length < length) return
        request.destroy()
        resolve(bytes)
      })
    })
    request.on('error', reject)
  })
}

describe('of a release', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await startTestSite()
  })
  afterAll(() => site.close())

  async function publish(fields: Parameters<typeof makePlaylist>[3], isPrivate = false) {
    const audioPath = await upload(site.asOwner, 'audio', fixture('tone.mp3'))
    const second = await upload(site.asOwner, 'audio', fixture('tone.mp3'))
    const tracks = [
      await makeTrack(site.db, site.owner.id, { title: 'One', audioPath }),
      await makeTrack(site.db, site.owner.id, {
        title: 'Two',
        audioPath: second,
        ...(isPrivate && { privacy: 'private' }),
      }),
    ]
    const ids = tracks.map(({ id }) => id)
    const { id } = await makePlaylist(site.db, site.owner.id, ids, { type: 'ep', ...fields })
    return `/api/playlists/${id}`
  }

  const countFor = async (caller: TestSite['visitor'], release: string) =>
    ((await (await caller('GET', release)).json()) as PlaylistDetail).downloadCount

  test('releases: without permission only the owner gets the archive', async () => {
    const release = await publish({})
    expect((await site.asOtherUser('GET', `${release}/download`)).status).toBe(403)
    expect((await site.visitor('GET', `${release}/download`)).status).toBe(403)
    await site.asOwner('PUT', release, { body: { allowDownload: true } })
    expect((await site.visitor('HEAD', `${release}/download`)).status).toBe(200)
  })

  test('releases: a playlist is refused with a sentence, also to its owner', async () => {
    const playlist = await publish({ type: 'playlist', allowDownload: true })
    const response = await site.asOwner('GET', `${playlist}/download`)
    expect(response.status).toBe(403)
    expect(await response.json()).toEqual({
      message: 'Only albums, EPs, singles and compilations can be downloaded.',
    })
  })

  test('releases: a private track is in the archive of its owner alone', async () => {
    const release = await publish({ allowDownload: true }, true)
    for (const [caller, expected] of [
      [site.asOwner, true],
      [site.asOtherUser, false],
    ] as const) {
      const bytes = await bytesOf(await caller('GET', `${release}/download`))
      expect(bytes.includes('02 Two.mp3')).toBe(expected)
      expect(bytes.includes('Two')).toBe(expected)
    }
  })

  test('releases: a new title of one track is another version of the archive', async () => {
    const release = await publish({ allowDownload: true })
    const before = await site.visitor('HEAD', `${release}/download`)
    const { playlistTracks } = (await (await site.asOwner('GET', release)).json()) as PlaylistDetail
    const body = { title: 'Three' }
    await site.asOwner('PUT', `/api/tracks/${playlistTracks[0]?.trackId}`, { body })
    const after = await site.visitor('HEAD', `${release}/download`)
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
  })

  test('releases: a completed download counts once, and only the owner sees it', async () => {
    const release = await publish({ allowDownload: true })
    for (const range of ['bytes=0-99', 'bytes=100-'])
      await bytesOf(await site.visitor('GET', `${release}/download`, { headers: { range } }))
    await bytesOf(await site.asOwner('GET', `${release}/download`))
    await vi.waitFor(async () => expect(await countFor(site.asOwner, release)).toBe(1))
    expect(await countFor(site.visitor, release)).toBeNull()
    const stats = await site.asOwner('GET', `${release}/stats`)
    expect((await stats.json()) as Stats).toMatchObject({ totals: { downloads: 1 } })
  })

  test('releases: the archive has the name of artist and title', async () => {
    const release = await publish({ allowDownload: true, artist: 'Ström', title: 'A/B' })
    const response = await site.visitor('HEAD', `${release}/download`)
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Str_m - A_B.zip"; filename*=UTF-8''Str%C3%B6m%20-%20A_B.zip`,
    )
  })

  test('releases: a track of one has its album and number in its own download', async () => {
    const release = await publish({ title: 'Salt' })
    const { playlistTracks } = (await (await site.asOwner('GET', release)).json()) as PlaylistDetail
    const track = `/api/tracks/${playlistTracks[1]?.trackId}/download`
    const { common } = await parseBuffer(await bytesOf(await site.asOwner('GET', track)))
    expect(common).toMatchObject({ album: 'Salt', track: { no: 2, of: 2 } })
  })
})

test('releases: a download of 41 tracks counts as three, and a 429 follows', async () => {
  const site = await startTestSite({ env: { RATE_LIMIT_SCALE: '0.025' } })
  try {
    const tracks = Array.from({ length: 41 }, () => makeTrack(site.db, site.owner.id))
    const made = await Promise.all(tracks)
    for (const { audioPath } of made)
      await site.store.write(audioPath.replace('/objects/', ''), fixture('tone.mp3'), {
        contentType: 'audio/mpeg',
      })
    const ids = made.map(({ id }) => id)
    const { id } = await makePlaylist(site.db, site.owner.id, ids, { type: 'album' })
    const url = `/api/playlists/${id}/download`
    expect((await site.asOwner('HEAD', url)).status).toBe(200)
    expect((await site.asOwner('HEAD', url)).status).toBe(429)
  } finally {
    await site.close()
  }
})
