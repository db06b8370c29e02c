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

const like = (users: { id: string }[], liked: { id: string }[]) =>
  likeMany(
    site.db,
    users.flatMap(({ id }) => liked.map((track) => ({ userId: id, trackId: track.id }))),
  )

async function similarTo(id: string, call: Caller = site.visitor, query = ''): Promise<string[]> {
  const response = await call('GET', `/api/tracks/${id}/similar${query}`)
  expect(response.status).toBe(200)
  return ((await response.json()) as Track[]).map(({ title }) => title)
}

test('similar tracks: tracks that the same users like come first, then the most played of its genre', async () => {
  const track = await make('Played')
  const [often, less, hidden] = [
    await make('Liked by four', { genre: 'folk' }),
    await make('Liked by three', { genre: 'folk' }),
    await make('Unlisted', { privacy: 'unlisted' }),
  ]
  await make('Of the genre', { flushedPlays: 5 })
  await make('Of the genre, more played', { flushedPlays: 9 })
  await make('Of another genre', { genre: 'metal', flushedPlays: 99 })
  const fans = await makeUsers(site.db, [{}, {}, {}, {}])
  await like(fans, [track, often, hidden])
  await like(fans.slice(1), [less])
  const all = ['Liked by four', 'Liked by three', 'Of the genre, more played', 'Of the genre']
  for (const call of [site.visitor, site.asOtherUser])
    expect(await similarTo(track.id, call)).toEqual(all)
  expect(await similarTo(track.id, site.visitor, '?limit=3')).toEqual(all.slice(0, 3))
  expect((await site.visitor('GET', `/api/tracks/${track.id}/similar?limit=51`)).status).toBe(400)
})

test('similar tracks: what fewer than three users like with a track is not told, as it tells their likes', async () => {
  const bait = await make('Bait', { privacy: 'unlisted' })
  const liked = await make('Liked', { genre: 'folk' })
  const fans = await makeUsers(site.db, [{}, {}, {}])
  await like(fans.slice(0, 2), [bait, liked])
  await like(fans.slice(2), [liked])
  expect(await similarTo(bait.id)).toEqual([])
  await like(fans.slice(2), [bait])
  expect(await similarTo(bait.id)).toEqual(['Liked'])
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
