import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { playCount, trackDailyStats, trackReferrers, tracks } from '#server/database/schema.ts'
import { createAppPasswords } from '#server/modules/accounts/app-credentials/service.ts'
import { openObjectStore } from '#server/platform/objects/open.ts'
import { makeShareLink, makeTrack, makeUser } from '#server/testing/factories.ts'
import { flushAllPlays } from '#server/testing/flush-plays.ts'
import { fixture } from '#server/testing/sample-files.ts'
import { dataFolder, quickStart } from '#server/testing/server-process.ts'
import { testSessionSecret } from '#server/testing/sessions.ts'
import { setUpTestDatabase } from '#server/testing/set-up.ts'
import { newListenerToken } from '../listener.ts'

const database = setUpTestDatabase()

/** How many listeners each source has. */
const fleet = { referred: 100, site: 100, embed: 80, feed: 60, share: 60, app: 20 }
type Source = keyof typeof fleet
/** Sends the play of one listener, the same one however often it is called. */
type Listener = (serverUrl: string) => Promise<Response>

async function startServer(dataDir: string) {
  const script = fileURLToPath(new URL('../../../testing/play-server.ts', import.meta.url))
  const child = spawn(process.execPath, [...quickStart.options, script, database.url, dataDir], {
    env: quickStart.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'close')
  const kill = async () => {
    child.kill('SIGKILL')
    await gone
  }
  onTestFinished(kill)
  const [url] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    gone.then(() => Promise.reject(new Error('The server has not started.'))),
  ])) as [string]
  return { url, kill }
}

async function makeAudible(dataDir: string) {
  const { db } = database.postgres
  const track = await makeTrack(db, (await makeUser(db)).id, { duration: 60 })
  const { objects, publicUrl } = readConfig({ DATA_DIR: dataDir })
  const store = await openObjectStore(objects, { publicUrl, secret: testSessionSecret })
  const key = track.audioPath.replace('/objects/', '')
  await store.write(key, fixture('tone.mp3'), { contentType: 'audio/mpeg' })
  await store.close()
  return track
}

/** The listeners of all sources, mixed. */
async function makeListeners({ id: trackId, userId }: { id: string; userId: string }) {
  const { db } = database.postgres
  const { token } = await makeShareLink(db, { userId, trackId })
  const appPasswords = createAppPasswords(db, testSessionSecret)
  const play = `/api/tracks/${trackId}/play`
  const post = (to: string, headers: Record<string, string>, body?: object) => (url: string) =>
    fetch(url + to, {
      method: 'POST',
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  const get = (to: string, headers: Record<string, string>) => (url: string) =>
    fetch(url + to, { headers })
  const newBrowser = () => ({ cookie: `listener=${newListenerToken()}` })
  const agent = (number: number) => ({ 'user-agent': `Hydrophone ${number}` })
  const make: Record<Source, (number: number) => Listener | Promise<Listener>> = {
    referred: () => post(play, newBrowser(), { referrer: 'blog.example' }),
    site: () => post(play, newBrowser()),
    embed: (number) => post(play, agent(number), { embedded: true }),
    feed: (number) =>
      get(`/api/tracks/${trackId}/audio?source=feed`, { ...agent(number), range: 'bytes=0-99' }),
    share: () => post(`/api/share/${token}/tracks/${trackId}/play`, newBrowser()),
    async app() {
      const { password } = await appPasswords.create((await makeUser(db)).id, 'App')
      const query = { apiKey: password, v: '1.16.1', c: 'test', f: 'json', id: `tr-${trackId}` }
      return get(`/rest/scrobble?${new URLSearchParams(query)}`, {})
    },
  }
  const listeners: { listen: Listener; place: number }[] = []
  for (const [source, count] of Object.entries(fleet))
    for (let i = 0; i < count; i++)
      listeners.push({ listen: await make[source as Source](listeners.length), place: i / count })
  return listeners.sort((a, b) => a.place - b.place).map(({ listen }) => listen)
}

/** Whether the server has acknowledged the play, and not gone away before. */
async function isAcknowledged(listen: Listener, url: string): Promise<boolean> {
  const response = await listen(url).catch(() => undefined)
  const text = await response?.text().catch(() => undefined)
  if (!response || text === undefined) return false
  expect(response.status).toBeLessThan(300)
  expect(text).not.toContain('"failed"')
  return true
}

test('plays: a fleet of all sources is counted exactly, though the server is killed twice meanwhile', async () => {
  const { db } = database.postgres
  const dataDir = dataFolder()
  const track = await makeAudible(dataDir)
  const listeners = await makeListeners(track)
  const waiting = [...listeners]
  let acknowledged = 0
  const crashesAt = [listeners.length / 3, (listeners.length * 2) / 3]
  while (waiting.length > 0) {
    const { url, kill } = await startServer(dataDir)
    const crashAt = crashesAt.shift() ?? Number.POSITIVE_INFINITY
    const listen = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        if (!(await isAcknowledged(next, url))) return void waiting.push(next)
        acknowledged += 1
        // Others are under way.
        if (acknowledged >= crashAt) void kill()
      }
    }
    await Promise.all(Array.from({ length: 16 }, listen))
  }
  expect(crashesAt).toEqual([])
  await flushAllPlays(db)
  const stats = await db.select().from(trackDailyStats).where(eq(trackDailyStats.trackId, track.id))
  const sum = (column: Exclude<keyof (typeof stats)[number], 'trackId' | 'day'>) =>
    stats.reduce((total, day) => total + day[column], 0)
  expect({
    site: sum('sitePlays'),
    embed: sum('embedPlays'),
    feed: sum('feedPlays'),
    share: sum('sharePlays'),
    app: sum('appPlays'),
    listeners: sum('ownerListeners'),
  }).toEqual({
    site: fleet.site + fleet.referred,
    embed: fleet.embed,
    feed: fleet.feed,
    share: fleet.share,
    app: fleet.app,
    listeners: listeners.length,
  })
  const [counted] = await db.select({ playCount }).from(tracks).where(eq(tracks.id, track.id))
  expect(counted?.playCount).toBe(listeners.length)
  expect(await db.select().from(trackReferrers)).toMatchObject([
    { host: 'blog.example', plays: fleet.referred },
  ])
}, 120_000)
