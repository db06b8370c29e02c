import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Discovery } from '#contract/discover.ts'
import type { Track } from '#contract/tracks.ts'
import {
  administrator,
  createAccount,
  insertAdministrator,
  randomAccount,
  signIn,
} from './testing/accounts.ts'
import { type Browser, createBrowser } from './testing/browser.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { makeTrack, makeUpload, makeUser, type UserRow } from './testing/factories.ts'
import { type RoundRobin, startRoundRobin } from './testing/round-robin.ts'
import { settingsOf, startTestS3, withS3 } from './testing/s3.ts'
import { createImage, fixture } from './testing/sample-files.ts'
import { type ServerProcess, startServerProcess } from './testing/server-process.ts'
import { startTestSession, testSessionSecret } from './testing/sessions.ts'

/** Two servers on one PostgreSQL and one S3 store, as deploy/ runs them. Limits are those of a real site. */
const s3 = await startTestS3()

const flac = fixture('tone.flac')
const likesInAMinute = 60

describe('two servers', withS3(s3), () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-two-'))
  const ending: (() => unknown)[] = []
  let database: TestDatabase
  let loadBalancer: RoundRobin
  let servers: readonly [ServerProcess, ServerProcess]

  beforeAll(async () => {
    database = await createTestDatabase()
    await insertAdministrator(database.postgres.db)
    loadBalancer = await startRoundRobin()
    const settings = { ...shared(loadBalancer.url, database.url), ...(s3 && settingsOf(s3.config)) }
    const start = (name: string) =>
      startServerProcess(path.join(folder, name), settings, { atEnd: (end) => ending.push(end) })
    servers = await Promise.all([start('one'), start('two')])
    loadBalancer.servers.push(...servers.map(({ url }) => url))
    await Promise.all(servers.map((server) => server.ready()))
  }, 200_000)
  afterAll(async () => {
    for (const end of ending) await end()
    await loadBalancer.close()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** A visitor whose requests all reach the same server. */
  function visitorAt(server: ServerProcess): Browser {
    const resolveUrl = (url: URL) =>
      url.origin === loadBalancer.url ? new URL(url.pathname + url.search, server.url) : url
    return createBrowser(loadBalancer.url, { resolveUrl })
  }
  function at(server: ServerProcess, account: Browser): Browser {
    const browser = visitorAt(server)
    browser.setCookie('sid', account.cookie('sid') ?? '')
    return browser
  }

  /** Without the sign-in form: the hash of a password takes CPU time. */
  async function signedInBrowser(user?: UserRow): Promise<Browser> {
    const { db } = database.postgres
    const browser = createBrowser(loadBalancer.url)
    browser.setCookie('sid', await startTestSession(db, (user ?? (await makeUser(db))).id))
    return browser
  }

  async function publish(artist: Browser, title: string): Promise<Track> {
    const [one, two] = servers.map((server) => at(server, artist))
    const put = async (body: Buffer, kind: 'audio' | 'artwork') => {
      const issued = await one?.call<{ uploadURL: string }>('POST', '/api/objects/upload')
      const uploadUrl = issued?.body.uploadURL ?? ''
      const sent = await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array(body) })
      expect(sent.status).toBe(200)
      const field = `${kind}URL`
      const stored = await two?.call<{ objectPath: string }>('PUT', `/api/tracks/${kind}`, {
        [field]: uploadUrl,
      })
      return stored?.body.objectPath
    }
    const [audioUrl, artworkUrl] = [
      await put(flac, 'audio'),
      await put(await createImage(), 'artwork'),
    ]
    const made = await one?.call<Track>('POST', '/api/tracks', { title, audioUrl, artworkUrl })
    expect(made?.status).toBe(201)
    return made?.body as Track
  }

  test('two servers share sessions, uploads, plays and likes', async () => {
    // The requests of the sign-in alternate between the two servers.
    const artist = await createAccount(loadBalancer.url, randomAccount())
    for (const server of servers)
      expect((await at(server, artist).call('GET', '/api/auth/user')).status).toBe(200)

    const track = await publish(artist, 'Heard on both')
    for (const server of servers) {
      const visitor = visitorAt(server)
      const { headers } = await visitor.request(`/api/tracks/${track.id}/audio`)
      const part = await fetch(headers.get('location') ?? '', { headers: { range: 'bytes=10-19' } })
      expect(Buffer.from(await part.arrayBuffer())).toEqual(flac.subarray(10, 20))
      expect((await visitor.open(`/api/tracks/${track.id}/artwork`)).status).toBe(200)
    }

    const listener = await signedInBrowser()
    const [one, two] = servers.map((server) => at(server, listener))
    const like = await one?.call('POST', `/api/tracks/${track.id}/like`)
    expect(like?.body).toMatchObject({ liked: true })
    for (const browser of [one, two]) await browser?.call('POST', `/api/tracks/${track.id}/play`)
    const seen = await two?.call<Track>('GET', `/api/tracks/slug/${track.slug}`)
    expect(seen?.body).toMatchObject({ likeCount: 1, playCount: 1 })

    await artist.open('/api/logout')
    for (const server of servers)
      expect((await at(server, artist).call('GET', '/api/auth/user')).status).toBe(401)
  }, 120_000)

  test('a server invalidates its cached discovery after a change on the other server', async () => {
    const user = await makeUser(database.postgres.db)
    const artist = await signedInBrowser(user)
    const { objectPath: audioUrl } = await makeUpload(database.postgres.db, user.id, 'audio')
    const [one, two] = servers
    const body = { title: 'Soon hidden', audioUrl }
    const { id } = (await at(one, artist).call<Track>('POST', '/api/tracks', body)).body
    const shown = async (server: ServerProcess) => {
      const { body } = await visitorAt(server).call<Discovery>('GET', '/api/discover')
      return body.recent.some((track) => track.id === id)
    }
    for (const server of servers) await expect.poll(() => shown(server)).toBe(true)
    await at(one, artist).call('PUT', `/api/tracks/${id}`, { privacy: 'private' })
    expect(await shown(one)).toBe(false)
    await expect.poll(() => shown(two), { timeout: 20_000 }).toBe(false)
    const { status } = await visitorAt(two).request(`/api/tracks/${id}/audio`)
    expect(status).toBe(404)
  }, 120_000)

  test('two servers share their rate limits', async () => {
    const user = await makeUser(database.postgres.db)
    const { id } = await makeTrack(database.postgres.db, user.id)
    const artist = await signedInBrowser(user)
    const [one, two] = servers.map((server) => at(server, artist))
    let allowed = 0
    const like = async (browser: Browser | undefined) => {
      const status = (await browser?.call('POST', `/api/tracks/${id}/like`))?.status
      if (status === 200) allowed += 1
      return status
    }
    const half = Array.from({ length: likesInAMinute / 2 }, () => [one, two]).flat()
    await Promise.all(half.map(like))
    expect(allowed).toBe(likesInAMinute)
    for (const browser of [one, two])
      await expect.poll(() => like(browser), { timeout: 20_000, interval: 200 }).toBe(429)
    // Each for itself, they would have allowed twice as many.
    expect(allowed).toBeLessThan(2 * likesInAMinute)
  }, 120_000)

  test('no acknowledged write is lost when one of two servers is killed, and the other keeps running', async () => {
    const browser = await signedInBrowser()
    const acknowledged: string[] = []
    const write = async (title: string) => {
      const cutOff = () => ({ status: 0 })
      const { status } = await browser.call('POST', '/api/playlists', { title }).catch(cutOff)
      if (status === 201) acknowledged.push(title)
      return status
    }
    const writeMany = async (writer: string) => {
      for (let n = 0; n < 10; n++) {
        await write(`${writer} ${n}`)
        if (acknowledged.length >= 10) servers[0].signal('SIGKILL')
      }
    }
    await Promise.all(['one', 'two', 'three'].map(writeMany))
    await servers[0].exitCode()
    for (let n = 0; n < 10; n++) expect(await write(`after ${n}`)).toBe(201)

    const { body: me } = await browser.call<{ id: string }>('GET', '/api/auth/user')
    const stored = await browser.call<{ title: string }[]>('GET', `/api/users/${me.id}/playlists`)
    expect(stored.body.map(({ title }) => title)).toEqual(expect.arrayContaining(acknowledged))
    const late = await signIn(loadBalancer.url, administrator)
    expect((await late.call('GET', '/api/auth/user')).status).toBe(200)
    const { cookie } = await createAccount(loadBalancer.url, randomAccount())
    expect(cookie('sid')).toBeDefined()
  }, 120_000)
})

function shared(publicUrl: string, databaseUrl: string): Record<string, string> {
  return {
    PUBLIC_URL: publicUrl,
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: testSessionSecret,
    TRUST_PROXY: 'loopback',
    RATE_LIMIT_SCALE: '1',
  }
}
