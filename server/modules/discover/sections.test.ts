import { beforeEach, expect, test } from 'vitest'
import { type Discovery, discovery } from '#contract/discover.ts'
import type { Track } from '#contract/tracks.ts'
import { tracks } from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import { makeTrack } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const site = setUpTestSite()
beforeEach(async () => {
  await site.db.delete(tracks)
})

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
const titles = (list: Track[]) => list.map((track) => track.title)
const make = (title: string, overrides: Partial<typeof tracks.$inferInsert> = {}) =>
  makeTrack(site.db, site.owner.id, { title, ...overrides })

/** Never from the cache: any write invalidates it. */
async function discover(call: Caller = site.asOtherUser): Promise<Discovery> {
  const written = await site.asOtherUser('POST', `/api/users/${site.owner.id}/follow`)
  expect(written.status).toBe(200)
  const response = await call('GET', '/api/discover')
  expect(response.status).toBe(200)
  return discovery.parse(await response.json())
}

test('home sections: an empty instance has empty sections', async () => {
  const nothing = { curated: [], recent: [], trending: [], genres: [], releases: [] }
  expect(await discover()).toEqual(nothing)
})

test('home sections: most liked, last updated and most played come first', async () => {
  await make('Liked', { likeCount: 9, flushedPlays: 1, updatedAt: at(1) })
  await make('Played', { likeCount: 1, flushedPlays: 9, updatedAt: at(2) })
  await make('Changed', { likeCount: 2, flushedPlays: 2, createdAt: at(0), updatedAt: at(3) })
  const { curated, recent, trending } = await discover()
  expect(titles(curated)).toEqual(['Liked', 'Changed', 'Played'])
  expect(titles(recent)).toEqual(['Changed', 'Played', 'Liked'])
  expect(titles(trending)).toEqual(['Played', 'Changed', 'Liked'])
})

test('home sections: tracks carry every field of a card', async () => {
  const { id } = await make('Whole', { genre: null, tags: ['night'] })
  const { recent } = await discover()
  expect(recent).toEqual([
    expect.objectContaining({
      id,
      genre: null,
      tags: ['night'],
      likes: [],
      user: expect.objectContaining({ id: site.owner.id, displayName: 'Ines Calder' }),
    }),
  ])
})

test('home sections: they have at most twelve tracks', async () => {
  for (let index = 0; index < 14; index++)
    await make(`Track ${index}`, { genre: 'jazz', flushedPlays: index, likeCount: index })
  const { curated, recent, trending, genres } = await discover()
  const sections = [curated, recent, trending, genres[0]?.tracks ?? []]
  expect(sections.map((section) => section.length)).toEqual([12, 12, 12, 12])
  expect(titles(trending).at(-1)).toBe('Track 2')
})

test('home sections: unlisted and private tracks are missing, also for their owner and the administrator', async () => {
  const popular = { genre: 'pop', likeCount: 99, flushedPlays: 99, updatedAt: at(59) }
  await make('Open', { genre: 'pop' })
  await make('Open too', { genre: 'pop' })
  for (const privacy of ['unlisted', 'private'] as const)
    for (const index of [1, 2, 3]) await make(`${privacy} ${index}`, { ...popular, privacy })
  for (const call of [site.asOwner, site.asAdministrator, site.asOtherUser, site.visitor]) {
    const found = await discover(call)
    expect(titles(found.curated).toSorted()).toEqual(['Open', 'Open too'])
    expect(titles(found.recent).toSorted()).toEqual(['Open', 'Open too'])
    expect(titles(found.trending).toSorted()).toEqual(['Open', 'Open too'])
    expect(found.genres).toEqual([])
  }
})

/** Three tracks, the newest of them created at `minute`. */
async function makeGenre(genre: string | null, minute: number, count = 3) {
  for (let index = 0; index < count; index++)
    await make(`${genre} ${index}`, {
      genre,
      flushedPlays: index,
      createdAt: at(minute - index * 10),
    })
}

test('home genres: the two with the newest tracks are shown', async () => {
  await makeGenre('jazz', 30)
  await makeGenre('folk', 50)
  await makeGenre('metal', 40)
  const { genres } = await discover()
  expect(genres.map(({ genre }) => genre)).toEqual(['folk', 'metal'])
})

test('home genres: a genre needs three tracks', async () => {
  await makeGenre('jazz', 30)
  await makeGenre('folk', 50, 2)
  const { genres } = await discover()
  expect(genres.map(({ genre }) => genre)).toEqual(['jazz'])
})

test('home genres: the most played tracks of the genre come first', async () => {
  await makeGenre('jazz', 30)
  await makeGenre('folk', 50)
  const { genres } = await discover()
  expect(genres.map(({ tracks: shown }) => titles(shown))).toEqual([
    ['folk 2', 'folk 1', 'folk 0'],
    ['jazz 2', 'jazz 1', 'jazz 0'],
  ])
})

test('home genres: tracks without a genre count as other', async () => {
  await make('Nameless', { genre: null, createdAt: at(3), flushedPlays: 1 })
  await make('Nameless too', { genre: null, createdAt: at(2), flushedPlays: 3 })
  await make('Other', { genre: 'other', createdAt: at(1), flushedPlays: 2 })
  const { genres } = await discover()
  expect(genres.map(({ genre }) => genre)).toEqual(['other'])
  expect(titles(genres[0]?.tracks ?? [])).toEqual(['Nameless too', 'Other', 'Nameless'])
})
