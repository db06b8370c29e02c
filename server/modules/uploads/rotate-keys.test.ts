import { eq, isNotNull } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import type { Playlist } from '#contract/playlists.ts'
import type { Track } from '#contract/tracks.ts'
import { tracks, uploads } from '#server/database/schema.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { StoreUnavailable } from '#server/platform/objects/object-store.ts'
import { withDeletionLock } from '#server/platform/postgres/deletion-lock.ts'
import { objectsForPath } from '#server/shared/object-keys.ts'
import { runDoctor } from '#server/testing/doctor-fixtures.ts'
import { diskAnd, startTestS3 } from '#server/testing/s3.ts'
import { createImage, fixture } from '#server/testing/sample-files.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { upload } from '#server/testing/upload-client.ts'
import { removeReleasedFiles, rotateExposedKeys } from './cleanup-service.ts'

const waiting = { timeout: 20_000, interval: 100 }
const s3 = await startTestS3()

describe.each(diskAnd(s3))('keys in the store (%s)', (kind) => {
  const site = setUpTestSite({ objects: kind === 's3' ? s3?.config : undefined })

  const publishAudio = async (privacy: string, artwork = {}) => {
    const audioUrl = await upload(site.asOwner, 'audio', fixture('tone.mp3'))
    const body = { title: 'Song', audioUrl, ...artwork, privacy }
    return (await (await site.asOwner('POST', '/api/tracks', { body })).json()) as Track
  }
  const publish = async (privacy: string) =>
    publishAudio(privacy, {
      artworkUrl: await upload(site.asOwner, 'artwork', await createImage()),
    })
  const setPrivacy = async (id: string, privacy: string) => {
    const response = await site.asOwner('PUT', `/api/tracks/${id}`, { body: { privacy } })
    expect(response.status).toBe(200)
    return (await response.json()) as Track
  }
  /** The response does not wait longer than two seconds for the store, which takes longer on a busy machine. */
  const hide = async (id: string) => {
    await setPrivacy(id, 'private')
    await vi.waitFor(async () => {
      expect(await site.db.select().from(uploads).where(eq(uploads.exposedBy, id))).toEqual([])
    }, waiting)
    return current(id)
  }
  const expectGone = (...paths: (string | null)[]) =>
    vi.waitFor(async () => {
      expect(await Promise.all(paths.map(stored))).toEqual(paths.map(() => 0))
    }, waiting)
  const stored = async (path: string | null) => {
    const stats = await Promise.all(
      objectsForPath(path ?? '').map(({ key }) => site.store.stat(key)),
    )
    return stats.filter((found) => found !== undefined).length
  }
  const current = async (id: string) => {
    const [row] = await site.db.select().from(tracks).where(eq(tracks.id, id))
    return row ?? expect.fail('The track is gone.')
  }
  const expectPlayable = async (id: string) => {
    const response = await site.asOwner('GET', `/api/tracks/${id}/audio`, { redirect: 'follow' })
    expect(Buffer.from(await response.arrayBuffer())).toEqual(fixture('tone.mp3'))
    const artwork = await site.asOwner('GET', `/api/tracks/${id}/artwork`, { redirect: 'follow' })
    expect(artwork.headers.get('content-type')).toBe('image/webp')
  }
  const expectNothingLeft = async () => {
    expect(await site.db.select().from(uploads).where(isNotNull(uploads.exposedBy))).toEqual([])
    expect(await runDoctor(site)).toMatchObject({ found: 0 })
  }

  test.each(['public', 'unlisted'])(
    'a %s track that becomes private gets new keys, and old URLs return 404',
    async (privacy) => {
      const before = await publish(privacy)
      const old = await site.visitor('GET', `/api/tracks/${before.id}/audio`)
      const after = await hide(before.id)
      expect(after.audioPath).toMatch(/^\/objects\/audio\/[0-9a-f-]{36}\.mp3$/)
      expect(after.audioPath).not.toBe(before.audioUrl)
      expect(after.artworkPath).not.toBe(before.artworkUrl)
      await expectGone(before.audioUrl, before.artworkUrl)
      if (kind === 's3') expect((await fetch(old.headers.get('location') ?? '')).status).toBe(404)
      await expectPlayable(before.id)
      await expectNothingLeft()
    },
  )

  test('a playlist that becomes private gets a new key for its cover', async () => {
    const body = { title: 'Evening', privacy: 'public' }
    const created = await site.asOwner('POST', '/api/playlists', { body })
    const { id } = (await created.json()) as { id: string }
    const coverUrl = await upload(site.asOwner, 'cover', await createImage())
    await site.asOwner('PUT', `/api/playlists/${id}`, { body: { coverUrl } })
    const path = `/api/playlists/${id}`
    await site.asOwner('PUT', path, { body: { privacy: 'private' } })
    const newUrl = await vi.waitFor(async () => {
      const { coverUrl: url } = (await (await site.asOwner('GET', path)).json()) as Playlist
      expect(url).not.toBe(coverUrl)
      return url
    }, waiting)
    await expectGone(coverUrl)
    expect(await stored(newUrl)).toBe(4)
    await expectNothingLeft()
  })

  test('other changes of a track leave its keys, and so does a track that was private before', async () => {
    const before = await publishAudio('private')
    expect(await setPrivacy(before.id, 'private')).toMatchObject({ audioUrl: before.audioUrl })
    expect(await setPrivacy(before.id, 'unlisted')).toMatchObject({ audioUrl: before.audioUrl })
    expect(await setPrivacy(before.id, 'public')).toMatchObject({ audioUrl: before.audioUrl })
  })

  test('while the store fails a track becomes private at once, and gets its new keys later', async () => {
    const before = await publish('public')
    const copying = vi.spyOn(site.store, 'copy').mockRejectedValue(new StoreUnavailable('down'))
    expect(await setPrivacy(before.id, 'private')).toMatchObject({ audioUrl: before.audioUrl })
    expect((await site.visitor('GET', `/api/tracks/${before.id}/audio`)).status).toBe(404)
    await expectPlayable(before.id)
    await expect(rotateExposedKeys(site)).rejects.toThrow(StoreUnavailable)
    copying.mockRestore()
    await vi.waitFor(() => rotateExposedKeys(site), waiting)
    expect((await current(before.id)).audioPath).not.toBe(before.audioUrl)
    expect(await stored(before.audioUrl)).toBe(0)
    await expectPlayable(before.id)
    await expectNothingLeft()
  })

  test('two servers that rotate the keys of one track leave one copy', async () => {
    const before = await publish('public')
    const copying = vi.spyOn(site.store, 'copy').mockRejectedValue(new StoreUnavailable('down'))
    await setPrivacy(before.id, 'private')
    copying.mockRestore()
    await Promise.allSettled([rotateExposedKeys(site), rotateExposedKeys(site)])
    // A busy store may have failed; the job runs every minute.
    await vi.waitFor(() => rotateExposedKeys(site), waiting)
    await removeReleasedFiles(site)
    await expectPlayable(before.id)
    const files: string[] = []
    for await (const { key } of site.store.list('audio/')) files.push(key)
    const rows = await site.db.select({ path: tracks.audioPath }).from(tracks)
    expect(files.sort()).toEqual(rows.map(({ path }) => path.replace('/objects/', '')).sort())
    await expectNothingLeft()
  })

  test('a track that is deleted while its keys rotate leaves no file', async () => {
    const before = await publish('public')
    const { copy } = site.store
    const copying = vi.spyOn(site.store, 'copy').mockImplementation(async (...args) => {
      copying.mockImplementation(copy)
      await site.asOwner('DELETE', `/api/tracks/${before.id}`)
      return (copy as ObjectStore['copy'])(...args)
    })
    await site.asOwner('PUT', `/api/tracks/${before.id}`, { body: { privacy: 'private' } })
    await vi.waitFor(async () => {
      await removeReleasedFiles(site)
      expect(await runDoctor(site)).toMatchObject({ found: 0 })
      const rows = await site.db.select({ path: tracks.audioPath }).from(tracks)
      const files: string[] = []
      for await (const { key } of site.store.list('audio/')) files.push(key)
      expect(files.length).toBe(rows.length)
    }, waiting)
    copying.mockRestore()
  })

  test('while a backup copies files, the old file of a track that became private stays until it ends', async () => {
    const before = await publishAudio('public')
    await withDeletionLock(site.postgres.url, async () => {
      const after = await hide(before.id)
      expect(after.audioPath).not.toBe(before.audioUrl)
      expect(await stored(before.audioUrl)).toBe(1)
    })
    await removeReleasedFiles(site)
    expect(await stored(before.audioUrl)).toBe(0)
    await expectNothingLeft()
  })
})
