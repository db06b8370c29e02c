import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { GenreCount } from '#contract/discover.ts'
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
const make = (title: string, overrides: Partial<typeof tracks.$inferInsert> = {}) =>
  makeTrack(site.db, site.owner.id, { title, ...overrides })

/** The titles on each page, following the links. */
async function pagesOf(path: string, call: Caller = site.visitor): Promise<string[][]> {
  const pages: string[][] = []
  for (let next: string | undefined = path; next; ) {
    const response = await call('GET', next)
    expect(response.status).toBe(200)
    const items = (await response.json()) as Track[]
    pages.push(items.map(({ title }) => title))
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return pages
}

async function errorOf(path: string): Promise<[number, string]> {
  const response = await site.visitor('GET', path)
  const { message } = (await response.json()) as { message: string }
  return [response.status, message]
}

test('browsing: each section lists all public tracks in its own order, page by page', async () => {
  for (const n of [1, 2, 3, 4, 5])
    await make(`Track ${n}`, {
      likeCount: n,
      flushedPlays: (n * 2) % 5,
      createdAt: at(0),
      updatedAt: at((n * 3) % 5),
    })
  expect(await pagesOf('/api/discover/curated?limit=2')).toEqual([
    ['Track 5', 'Track 4'],
    ['Track 3', 'Track 2'],
    ['Track 1'],
  ])
  expect(await pagesOf('/api/discover/recent?limit=2')).toEqual([
    ['Track 3', 'Track 1'],
    ['Track 4', 'Track 2'],
    ['Track 5'],
  ])
  expect(await pagesOf('/api/discover/trending?limit=3')).toEqual([
    ['Track 2', 'Track 4', 'Track 1'],
    ['Track 3', 'Track 5'],
  ])
})

test('browsing: a section is listed in another order that is asked for', async () => {
  for (const n of [1, 2, 3])
    await make(`Track ${n}`, {
      likeCount: n,
      createdAt: at((n * 2) % 3),
    })
  expect(await pagesOf('/api/discover/trending?sort=likes&limit=2')).toEqual([
    ['Track 3', 'Track 2'],
    ['Track 1'],
  ])
  expect(await pagesOf('/api/discover/curated?sort=recent')).toEqual([
    ['Track 1', 'Track 2', 'Track 3'],
  ])
})

test('browsing: tracks with the same count appear once each', async () => {
  for (const n of [1, 2, 3, 4, 5]) await make(`Track ${n}`, { updatedAt: at(1) })
  for (const section of ['curated', 'recent', 'trending']) {
    const found = (await pagesOf(`/api/discover/${section}?limit=2`)).flat()
    expect(found.toSorted()).toEqual(['Track 1', 'Track 2', 'Track 3', 'Track 4', 'Track 5'])
  }
})

test('browsing: unlisted and private tracks are missing for everyone', async () => {
  await make('Public', { genre: 'jazz' })
  await make('Unlisted', { genre: 'jazz', privacy: 'unlisted' })
  await make('Private', { genre: 'jazz', privacy: 'private' })
  for (const call of [site.visitor, site.asOwner, site.asAdministrator])
    for (const path of ['discover/curated', 'discover/recent', 'genres/jazz/tracks'])
      expect(await pagesOf(`/api/${path}`, call)).toEqual([['Public']])
})

test('browsing: an unknown section returns 404, another list’s cursor 400', async () => {
  expect(await errorOf('/api/discover/best')).toEqual([404, 'Section not found'])
  expect(await errorOf('/api/discover/genres')).toEqual([404, 'Section not found'])
  const wrong = [400, 'The cursor does not belong to this list.']
  expect(await errorOf('/api/discover/recent?cursor=nonsense')).toEqual(wrong)
  await make('One')
  await make('Two')
  const { headers } = await site.visitor('GET', '/api/discover/curated?limit=1')
  const cursor = /cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1]
  for (const path of ['discover/recent', 'discover/trending', 'genres/other/tracks'])
    expect(await errorOf(`/api/${path}?cursor=${cursor}`)).toEqual(wrong)
  expect((await errorOf('/api/discover/recent?limit=0'))[0]).toBe(400)
})

test('browsing: genres are those with public tracks, most tracks first, with their total time', async () => {
  await make('One', { genre: 'r&b', duration: 61 })
  const second = await make('Two', { genre: 'r&b', duration: 30 })
  await site.db.update(tracks).set({ duration: 60 }).where(eq(tracks.id, second.id))
  await make('Three', { genre: null, duration: null })
  await make('Hidden', { genre: 'jazz', privacy: 'private' })
  const genres = (await (await site.visitor('GET', '/api/genres')).json()) as GenreCount[]
  expect(genres).toEqual([
    { genre: 'r&b', trackCount: 2, duration: 121 },
    { genre: 'other', trackCount: 1, duration: 0 },
  ])
})

test('browsing: a genre lists its tracks, most played first, also with an unusual name', async () => {
  const odd = 'späti/dub & 50%?'
  for (const genre of ['r&b', odd])
    for (const n of [1, 2, 3]) await make(`${genre} ${n}`, { genre, flushedPlays: n })
  for (const genre of ['r&b', odd])
    expect(await pagesOf(`/api/genres/${encodeURIComponent(genre)}/tracks?limit=2`)).toEqual([
      [`${genre} 3`, `${genre} 2`],
      [`${genre} 1`],
    ])
})

test('browsing: a genre without tracks is empty, an unknown one returns 404', async () => {
  expect(await pagesOf('/api/genres/jazz/tracks')).toEqual([[]])
  expect(await errorOf('/api/genres/nowhere/tracks')).toEqual([404, 'Genre not found'])
})
