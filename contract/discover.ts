import { z } from 'zod'
import { pageQuery } from './fields.ts'
import { trackOrders } from './genres.ts'
import { playlist } from './playlists.ts'
import { defineRoute } from './route.ts'
import * as routes from './routes.ts'
import { listedSections } from './section-texts.ts'
import { track } from './tracks.ts'

export const discovery = z
  .strictObject({
    curated: z.array(track),
    recent: z.array(track),
    trending: z.array(track),
    genres: z.array(z.strictObject({ genre: z.string(), tracks: z.array(track) })),
    releases: z.array(playlist).describe('The newest releases.'),
  })
  .meta({ id: 'Discovery' })
export type Discovery = z.infer<typeof discovery>

export const discover = defineRoute(routes.discover, {
  summary: 'The sections of the home page, built from public tracks and releases.',
  access: 'anyone',
  responses: { 200: discovery, 304: { empty: 'Not modified.' } },
})

export const listSection = defineRoute(routes.listSection, {
  summary:
    'All public tracks in the order of a section of the home page: `curated` by likes, `recent` by the last change, `trending` by plays, or in the order of `sort`. The next page is in `Link: rel="next"`.',
  access: 'anyone',
  resource: 'Section',
  params: z.strictObject({ section: z.enum(listedSections) }),
  query: z.strictObject({ ...pageQuery, sort: z.enum(trackOrders).optional() }),
  responses: { 200: z.array(track) },
})

const genreCount = z
  .strictObject({
    genre: z.string(),
    trackCount: z.int(),
    duration: z.int().describe('Seconds of those tracks.'),
  })
  .meta({ id: 'GenreCount' })
export type GenreCount = z.infer<typeof genreCount>

export const listGenres = defineRoute(routes.listGenres, {
  summary:
    'The genres that have public tracks, most tracks first. Tracks without a genre count as `other`, the last one.',
  access: 'anyone',
  responses: { 200: z.array(genreCount) },
})

export const listGenreTracks = defineRoute(routes.listGenreTracks, {
  summary:
    'The public tracks of a genre, by default most played first. The next page is in `Link: rel="next"`.',
  access: 'anyone',
  resource: 'Genre',
  params: z.strictObject({ genre: z.string().min(1).max(100) }),
  query: z.strictObject({ ...pageQuery, sort: z.enum(trackOrders).default('plays') }),
  responses: { 200: z.array(track) },
})
