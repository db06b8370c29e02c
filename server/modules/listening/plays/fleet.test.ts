import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { trackDailyStats, trackReferrers, trackRetention } from '#server/database/schema.ts'
import { createCaller } from '#server/testing/app.ts'
import { makeShareLink, makeTracks } from '#server/testing/factories.ts'
import { flushAllPlays } from '#server/testing/flush-plays.ts'
import { fixture } from '#server/testing/sample-files.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { createPlayCounter } from './counter.ts'

const site = setUpTestSite({ env: { TRUST_PROXY: '1' } })

/** How many scripted listeners each source has. */
const fleet = { site: 40, embed: 15, feed: 12, share: 8 }
const agentMark = 'FleetListener'
const addressOf = (number: number) => `198.51.100.${number}`

/** A listener with an address, an agent and a cookie of its own. */
function listener(number: number) {
  const call = createCaller(site.url, {
    'user-agent': `${agentMark}/${number} (Hydrophone ${number})`,
    'x-forwarded-for': addressOf(number),
    cookie: `listener=${String(number).padStart(22, '-')}`,
  })
  return async (method: string, path: string, body?: object) => {
    const response = await call(method, path, body && { body })
    expect(response.status).toBeLessThan(300)
    await response.arrayBuffer()
  }
}

/** All rows of all tables as text, as in a dump. */
async function dump(): Promise<string> {
  const tables = await site.db.execute<{ name: string }>(sql`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`)
  const texts: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await site.db.execute(sql`select t::text from ${sql.raw(name)} t`)
    texts.push(`${name} ${JSON.stringify(rows)}`)
  }
  return texts.join('\n')
}

test('statistics: a fleet is counted exactly, and a dump has no address, agent or cookie of it', async () => {
  const { id: userId } = site.owner
  const [track] = await makeTracks(site.db, [{ userId, duration: 60 }])
  if (!track) throw new Error('no track')
  const key = track.audioPath.replace('/objects/', '')
  await site.store.write(key, fixture('tone.mp3'), { contentType: 'audio/mpeg' })
  const link = await makeShareLink(site.db, { userId, trackId: track.id })
  const path = `/api/tracks/${track.id}`
  const visits = {
    site: (call: ReturnType<typeof listener>) =>
      call('POST', `${path}/play`, { referrer: 'blog.example' }),
    embed: (call: ReturnType<typeof listener>) => call('POST', `${path}/play`, { embedded: true }),
    feed: (call: ReturnType<typeof listener>) => call('GET', `${path}/audio?source=feed`),
    share: (call: ReturnType<typeof listener>) =>
      call('POST', `/api/share/${link.token}/tracks/${track.id}/play`),
  }
  let number = 0
  const all = Object.entries(fleet).flatMap(([source, count]) =>
    Array.from({ length: count }, () => {
      number += 1
      return { call: listener(number), visit: visits[source as keyof typeof fleet] }
    }),
  )
  // Each twice, because it counts once; and each reports how far it got.
  await Promise.all([...all, ...all].map(({ call, visit }) => visit(call)))
  await Promise.all(
    all.map(({ call }) =>
      call('POST', `${path}/retention`, { listenId: randomUUID(), position: 0 }),
    ),
  )
  await flushAllPlays(site.db)
  const rows = await site.db
    .select()
    .from(trackDailyStats)
    .where(eq(trackDailyStats.trackId, track.id))
  expect(rows).toEqual([
    expect.objectContaining({
      sitePlays: fleet.site,
      embedPlays: fleet.embed,
      feedPlays: fleet.feed,
      sharePlays: fleet.share,
      appPlays: 0,
      plays: all.length,
      ownerListeners: all.length,
    }),
  ])
  expect(await site.db.select().from(trackReferrers)).toMatchObject([
    { host: 'blog.example', plays: fleet.site },
  ])
  const [retention] = await site.db.select().from(trackRetention)
  expect(retention?.listens[0]).toBe(all.length)
  const text = await dump()
  expect(text).toContain('blog.example')
  for (const personal of [agentMark, 'Hydrophone', '198.51.100', `--${number}`])
    expect(text).not.toContain(personal)
})

test('statistics: a hundred times as many plays add no row to a track and day', async () => {
  const { id: userId } = site.owner
  const made = await makeTracks(site.db, [{ userId }, { userId }, { userId }])
  const counter = createPlayCounter(site.db, 'UTC')
  const play = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        counter.count({
          trackId: made[index % made.length]?.id ?? '',
          listener: randomUUID(),
          viewer: undefined,
          source: 'app',
          referrer: null,
        }),
      ),
    )
  const before = await site.db.$count(trackDailyStats)
  const sizes: number[] = []
  for (const count of [30, 3000]) {
    await play(count)
    await flushAllPlays(site.db)
    sizes.push((await site.db.$count(trackDailyStats)) - before)
  }
  expect(sizes).toEqual([made.length, made.length])
})
