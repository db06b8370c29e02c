import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { defaultListenBrainzUrl } from '#contract/scrobbling-services.ts'
import { rateLimits, scrobblingAccounts } from '#server/database/schema.ts'
import { makeTrack, makeUser } from '#server/testing/factories.ts'
import { startListenBrainz } from '#server/testing/listenbrainz.ts'
import { testSessionSecret } from '#server/testing/sessions.ts'
import { setUpTestDatabase } from '#server/testing/set-up.ts'
import { claimAccount, endLaneTurn, type Lane } from './repository.ts'
import { startScrobbling } from './start.ts'

const database = setUpTestDatabase()

/** As if the pause after it had passed, too. */
async function endTurnNow(lane: Lane) {
  await endLaneTurn(database.postgres.db, lane)
  await skipSeconds(1)
}
const skipSeconds = (seconds: number) =>
  database.postgres.db
    .update(rateLimits)
    .set({ expiresAt: sql`expires_at - make_interval(secs => ${seconds})` })

test('scrobbling: servers that users have named delay only each other', async () => {
  const { db } = database.postgres
  const account = { service: 'listenbrainz', username: 'ines', encryptedToken: '' } as const
  const urls = ['https://one.example', 'https://two.example', defaultListenBrainzUrl]
  for (const [index, url] of urls.entries()) {
    const nextAttemptAt = new Date(Date.now() - (10 - index) * 60_000)
    const { id: userId } = await makeUser(db)
    await db.insert(scrobblingAccounts).values({ ...account, userId, url, nextAttemptAt })
  }
  const claim = async (isElsewhere: boolean) => {
    const lane = { service: 'listenbrainz', isElsewhere } as const
    const claimed = await claimAccount(db, lane)
    await endTurnNow(lane)
    return claimed?.url
  }
  expect(await claim(false)).toBe(defaultListenBrainzUrl)
  expect(await claim(false)).toBeUndefined()
  expect([await claim(true), await claim(true)]).toEqual(urls.slice(0, 2))
})

test('scrobbling: several servers together make one call a second', async () => {
  const service = await startListenBrainz('good')
  onTestFinished(() => void service.close())
  const { db } = database.postgres
  const failures: unknown[] = []
  const start = () => {
    const { scrobbler, stop } = startScrobbling({
      db,
      publicUrl: 'http://localhost',
      brandName: 'Soundpost',
      version: '1',
      sessionSecret: testSessionSecret,
      allowsPrivateNetworks: true,
      isTrial: false,
      lastfm: undefined,
      onFailure: (error) => failures.push(error),
    })
    onTestFinished(() => void stop())
    return scrobbler
  }
  const servers = [start(), start()]
  const track = await makeTrack(db, (await makeUser(db)).id, { duration: 200 })
  const listen = async (server: (typeof servers)[number]) => {
    const { id } = await makeUser(db)
    await server.connect(id, 'listenbrainz', { token: 'good', url: service.url })
    await server.add({ id, isAdmin: false }, track.id, new Date())
  }
  await Promise.all([...servers, ...servers].map(listen))
  await vi.waitFor(() => expect(service.calls).toHaveLength(4), { timeout: 20_000 })
  const gaps = service.calls.slice(1).map(({ at }, i) => at - (service.calls[i]?.at ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThan(950)
  expect(failures).toEqual([])
})

test('scrobbling: the turn of a server that was killed is taken over', async () => {
  const { db } = database.postgres
  const account = { service: 'lastfm', username: 'ines', encryptedToken: '', url: '' } as const
  const nextAttemptAt = new Date(Date.now() - 60_000)
  for (let i = 0; i < 2; i += 1) {
    const { id: userId } = await makeUser(db)
    await db.insert(scrobblingAccounts).values({ ...account, userId, nextAttemptAt })
  }
  const lane = { service: 'lastfm' } as const
  const ofKilled = await claimAccount(db, lane)
  expect(ofKilled).toBeDefined()
  expect(await claimAccount(db, lane)).toBeUndefined()
  await skipSeconds(30)
  const next = await claimAccount(db, lane)
  expect(next?.userId).not.toBe(ofKilled?.userId)
  expect(next).toBeDefined()
})
