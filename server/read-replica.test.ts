import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { migrate } from './database/migrate.ts'
import { openPostgres } from './platform/postgres/open.ts'
import {
  type ExternalCluster,
  startExternalCluster,
  startStandby,
} from './testing/external-cluster.ts'
import { makeTrack } from './testing/factories.ts'
import { type FaultProxy, startFaultProxy } from './testing/fault-proxy.ts'
import { startTestSite, type TestSite } from './testing/test-site.ts'

let primary: ExternalCluster
let standby: ExternalCluster
/** The address of the primary, whichever server that is. */
let proxy: FaultProxy
let site: TestSite
const log: string[] = []

/** With the standby paused, before the server notices: what is read from it is seen. */
beforeAll(async () => {
  primary = await startExternalCluster('host replication postgres 127.0.0.1/32 trust\n')
  await migrate({ url: urlOf(primary) })
  standby = await startStandby(primary)
  proxy = await startFaultProxy(new URL(urlOf(primary)))
  const env = { DATABASE_URL: proxy.url, DATABASE_READ_URL: urlOf(standby), COMMENTS: 'on' }
  const postgres = await openPostgres(
    { kind: 'url', url: env.DATABASE_URL, readUrl: env.DATABASE_READ_URL },
    { exclusive: false, log: (line) => log.push(line) },
  )
  site = await startTestSite({
    env,
    database: { postgres, url: postgres.url, drop: postgres.close },
  })
}, 60_000)

afterAll(async () => {
  await site?.close()
  await proxy?.close()
  await standby?.stop()
  await primary?.stop()
})

const urlOf = ({ port }: ExternalCluster) => `postgres://postgres@127.0.0.1:${port}/postgres`
const pause = async () => {
  await vi.waitFor(() => expect(log.at(-1)).toContain('up to date'), { timeout: 15_000 })
  await standby.run('postgres', 'select pg_wal_replay_pause()')
}
const resume = () => standby.run('postgres', 'select pg_wal_replay_resume()')
const createPlaylist = (title: string) =>
  site.asOwner('POST', '/api/playlists', { body: { title, privacy: 'public' } })
const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? ''

test('read replica: whoever has just written sees it, and others within seconds', async () => {
  await pause()
  const created = await createPlaylist('Fresh')
  const { id } = (await created.json()) as { id: string }
  const path = `/api/playlists/${id}`
  expect(created.headers.getSetCookie()[0]).toContain('Max-Age=5')
  expect((await site.visitor('GET', path)).status).toBe(404)
  const withCookie = { headers: { cookie: cookieOf(created) } }
  expect((await site.visitor('GET', path, withCookie)).status).toBe(200)
  await vi.waitFor(async () => expect((await site.visitor('GET', path)).status).toBe(200), {
    timeout: 4900,
    interval: 100,
  })
  await resume()
})

test('read replica: whoever has just commented sees it', async () => {
  const track = await makeTrack(site.db, site.owner.id)
  const path = `/api/tracks/${track.id}/comments`
  // Where comments are listed, the track is there.
  await vi.waitFor(async () => expect((await site.visitor('GET', path)).status).toBe(200))
  await pause()
  const created = await site.asOtherUser('POST', path, { body: { text: 'What a bass line.' } })
  const list = async (cookie: string) =>
    (await site.visitor('GET', path, { headers: { cookie } })).json()
  expect(await list('')).toEqual([])
  expect(await list(cookieOf(created))).toMatchObject([{ text: 'What a bass line.' }])
  await resume()
})

test('read replica: a page that was rendered from it outlives its lag in no cache', async () => {
  const created = await createPlaylist('Soon private')
  const { id, slug } = (await created.json()) as { id: string; slug: string }
  const open = async () => (await site.visitor('GET', `/playlist/${slug}`)).status
  await vi.waitFor(async () => expect(await open()).toBe(200))
  await pause()
  await site.asOwner('PUT', `/api/playlists/${id}`, { body: { privacy: 'private' } })
  // As it was: what is rendered now is cached.
  await open()
  await vi.waitFor(async () => expect(await open()).toBe(404), { timeout: 6900, interval: 100 })
  await resume()
})

test('read replica: an administrator reads from the primary', async () => {
  await pause()
  const created = await createPlaylist('Seen by the administrator')
  const { id } = (await created.json()) as { id: string }
  expect((await site.asAdministrator('GET', `/api/playlists/${id}`)).status).toBe(200)
  await resume()
})

test('read replica: once it is promoted, errors end without a restart and nothing is lost', async () => {
  const { id } = (await (await createPlaylist('Before')).json()) as { id: string }
  // A division by zero until the row is there.
  const isReplicated = `select 1 / count(*) from playlists where id = '${id}'`
  await vi.waitFor(() => standby.run('postgres', isReplicated))
  await primary.stop()
  expect((await createPlaylist('In between')).status).toBe(503)
  await standby.run('postgres', 'select pg_promote()')
  proxy.redirect(new URL(urlOf(standby)))
  await vi.waitFor(async () => expect((await createPlaylist('After')).status).toBe(201), {
    timeout: 15_000,
    interval: 200,
  })
  expect((await site.visitor('GET', `/api/playlists/${id}`)).status).toBe(200)
})
