import { beforeEach, expect, test } from 'vitest'
import type { Track } from '#contract/tracks.ts'
import { tracks } from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import { likeMany, makeTrack, makeUsers } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const site = setUpTestSite()
beforeEach(async () => {
  await site.db.delete(tracks)
})

const make = (title: string, overrides: Partial<typeof tracks.$inferInsert> = {}) =>
  makeTrack(site.db, site.owner.id, { title, genre: 'jazz', ...overrides })

async function similarTo(id: string, call: Caller = site.visitor, query = ''): Promise<string[]> {
  const response = await call('GET', `/api/tracks/${id}/similar${query}`)
  expect(response.status).toBe(200)
  return ((await response.json()) as Track[]).map(({ title }) => title)
}

test('similar tracks: tracks that the same users like come first, then the most played of its genre', async () => {
  const track = await make('Played')
  const [often, once, hidden] = [
    await make('Liked by two', { genre: 'folk' }),
    await make('Liked by one', { genre: 'folk' }),
    await make('Unlisted', { privacy: 'unlisted' }),
  ]
  await make('Of the genre', { flushedPlays: 5 })
  await make('Of the genre, more played', { flushedPlays: 9 })
  await make('Of another genre', { genre: 'metal', flushedPlays: 99 })
  const [one, two, three] = await makeUsers(site.db, [{}, {}, {}])
  const liked = (user: { id: string } | undefined, ids: string[]) =>
    ids.map((trackId) => ({ userId: user?.id ?? '', trackId }))
  await likeMany(site.db, [
    ...liked(one, [track.id, often.id, once.id, hidden.id]),
    ...liked(two, [track.id, often.id]),
    ...liked(three, [once.id]),
  ])
  const all = ['Liked by two', 'Liked by one', 'Of the genre, more played', 'Of the genre']
  for (const call of [site.visitor, site.asOtherUser])
    expect(await similarTo(track.id, call)).toEqual(all)
  expect(await similarTo(track.id, site.visitor, '?limit=3')).toEqual(all.slice(0, 3))
  expect((await site.visitor('GET', `/api/tracks/${track.id}/similar?limit=51`)).status).toBe(400)
})

test('similar tracks: those heard in the last 24 hours are missing, for users and anonymous browsers', async () => {
  const track = await make('Played')
  const [heard, started] = [await make('Heard'), await make('Started')]
  await make('Unheard')
  await site.asOtherUser('POST', '/api/library/history', { body: { trackId: heard.id } })
  await site.asOtherUser('POST', `/api/tracks/${started.id}/play`)
  expect(await similarTo(track.id, site.asOtherUser)).toEqual(['Unheard'])
  expect((await similarTo(track.id, site.asOwner)).toSorted()).toEqual([
    'Heard',
    'Started',
    'Unheard',
  ])
  const played = await site.visitor('POST', `/api/tracks/${heard.id}/play`)
  const cookie = played.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  expect(cookie).toMatch(/^listener=/)
  const response = await site.visitor('GET', `/api/tracks/${track.id}/similar`, {
    headers: { cookie },
  })
  const titles = ((await response.json()) as Track[]).map(({ title }) => title)
  expect(titles.toSorted()).toEqual(['Started', 'Unheard'])
})

test('similar tracks: a track without a genre and without likes has those without a genre', async () => {
  const track = await make('Nameless', { genre: null })
  await make('Nameless too', { genre: null })
  await make('Jazz')
  expect(await similarTo(track.id)).toEqual(['Nameless too'])
})
