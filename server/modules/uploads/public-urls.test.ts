import { describe, expect, test, vi } from 'vitest'
import type { Privacy } from '#contract/fields.ts'
import type { Caller } from '#server/testing/app.ts'
import { makeShareLink, makeUser } from '#server/testing/factories.ts'
import { makePublicUrl, startTestS3, withS3 } from '#server/testing/s3.ts'
import { createImage, fixture } from '#server/testing/sample-files.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { startApp } from '#server/testing/subsonic.ts'
import { upload } from '#server/testing/upload-client.ts'
import { rotateExposedKeys } from './cleanup-service.ts'

const s3 = await startTestS3()
const publicUrl = s3 && (await makePublicUrl(s3.config))

/** The public base URL serves every file to everybody, as a CDN does: only its key protects a file. */
describe('files with S3_PUBLIC_URL', withS3(s3), () => {
  const site = setUpTestSite({ objects: s3 && { ...s3.config, publicUrl } })

  const create = async (path: string, body: object) => {
    const response = await site.asOwner('POST', path, { body })
    expect(response.status).toBe(201)
    return ((await response.json()) as { id: string }).id
  }
  /** A track on a release, each with a picture of its own, and a link to both. */
  async function publish(privacy: Privacy, publishAt?: string) {
    const artworkUrl = await upload(site.asOwner, 'artwork', await createImage())
    const coverUrl = await upload(site.asOwner, 'cover', await createImage())
    const audioUrl = await upload(site.asOwner, 'audio', fixture('tone.mp3'))
    const shared = { privacy, ...(publishAt && { publishAt }), allowDownload: true }
    const track = await create('/api/tracks', { title: 'Song', audioUrl, artworkUrl, ...shared })
    const list = await create('/api/playlists', { title: 'Evening', type: 'album', privacy })
    await site.asOwner('POST', `/api/playlists/${list}/tracks`, { body: { trackId: track } })
    await site.asOwner('PUT', `/api/playlists/${list}`, { body: { coverUrl } })
    const owner = { userId: site.owner.id, allowDownload: true }
    const { token } = await makeShareLink(site.db, { ...owner, trackId: track })
    return { track, list, token }
  }
  type Published = Awaited<ReturnType<typeof publish>>

  /** Every route that sends a file, with these ids. */
  async function filePaths({ track, list, token }: Published) {
    const { paths } = (await (await site.visitor('GET', '/api/openapi.json')).json()) as {
      paths: Record<string, { get?: { responses: Record<string, { content?: object }> } }>
    }
    return Object.entries(paths)
      .filter(([, { get }]) =>
        Object.keys(get?.responses['200']?.content ?? {}).some(
          (type) => type !== 'application/json',
        ),
      )
      .map(([path]) =>
        path
          .replace('/tracks/{id}', `/tracks/${track}`)
          .replace('/playlists/{id}', `/playlists/${list}`)
          .replace('/share/{token}', `/share/${token}`)
          .replace('{trackId}', track),
      )
      .filter((path) => !/\/(export|users|versions|admin)\//.test(path))
  }
  const addressOf = async (caller: Caller, path: string) => {
    const response = await caller('GET', path)
    await response.body?.cancel()
    return response.headers.get('location') ?? ''
  }
  const isPublic = (address: string) => address.startsWith(`${publicUrl}/`)

  test.each([
    ['private', 'private', undefined],
    ['unlisted', 'unlisted', undefined],
    ['scheduled', 'private', new Date(Date.now() + 86_400_000).toISOString()],
  ] as const)('S3_PUBLIC_URL: no route has it for a track that is %s', async (_, privacy, at) => {
    const published = await publish(privacy, at)
    const paths = await filePaths(published)
    expect(paths.filter((path) => path.includes('{'))).toEqual([])
    expect(paths.length).toBeGreaterThan(7)
    const app = await startApp(site, site.owner.id)
    const ofApps = ['stream', 'download', 'getCoverArt'].map((method) =>
      app.url(method, { id: `tr-${published.track}` }),
    )
    const addresses = await Promise.all(
      [...paths, ...ofApps].flatMap((path) =>
        [site.asOwner, site.visitor].map((caller) => addressOf(caller, path)),
      ),
    )
    expect(addresses.filter(isPublic)).toEqual([])
    expect(
      addresses.filter((address) => address.includes('X-Amz-Signature=')).length,
    ).toBeGreaterThan(5)
  })

  test('S3_PUBLIC_URL: what is public has it, and it returns nothing once it is private', async () => {
    const { track, list } = await publish('public')
    const paths = [
      `/api/tracks/${track}/audio`,
      `/api/tracks/${track}/artwork`,
      `/api/playlists/${list}/cover`,
    ]
    const read = async () => Promise.all(paths.map((path) => addressOf(site.visitor, path)))
    const statuses = (addresses: readonly string[]) =>
      Promise.all(addresses.map(async (address) => (await fetch(address)).status))
    const before = await read()
    expect(before.map(isPublic)).toEqual([true, true, true])
    expect(await statuses(before)).toEqual([200, 200, 200])
    for (const path of [`/api/tracks/${track}`, `/api/playlists/${list}`])
      await site.asOwner('PUT', path, { body: { privacy: 'private' } })
    await vi.waitFor(async () => expect(await statuses(before)).toEqual([404, 404, 404]), 20_000)
    for (const path of paths) expect(isPublic(await addressOf(site.asOwner, path))).toBe(false)
  })

  test('S3_PUBLIC_URL: the picture of a suspended user has it no longer, and it returns nothing', async () => {
    const user = await makeUser(site.db)
    const call = await site.as(user)
    await upload(call, 'profile image', await createImage())
    const path = `/api/users/${user.id}/avatar`
    const before = await addressOf(site.visitor, path)
    expect(isPublic(before)).toBe(true)
    const body = { reason: 'Spam.' }
    await site.asAdministrator('POST', `/api/admin/users/${user.id}/suspension`, { body })
    await rotateExposedKeys(site)
    expect((await fetch(before)).status).toBe(404)
    expect(isPublic(await addressOf(site.asAdministrator, path))).toBe(false)
  })
})
