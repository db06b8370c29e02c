import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { TrackOrder } from '#contract/genres.ts'
import { browsePageSize } from '#contract/limits.ts'
import * as routes from '#contract/routes.ts'
import { type ListedSection, sectionOrders } from '#contract/section-texts.ts'
import { listPages, request } from './client.ts'

const query = { limit: browsePageSize }

/** All tracks of a section of the home page, page by page, in its own order or another one. */
export const sectionQuery = (section: ListedSection, sort: TrackOrder = sectionOrders[section]) =>
  infiniteQueryOptions({
    queryKey: ['section', section, sort],
    ...listPages(routes.listSection, {
      params: { section },
      query: sort === sectionOrders[section] ? query : { ...query, sort },
    }),
  })

/** The tracks of a genre, page by page. */
export const genreTracksQuery = (genre: string, sort: TrackOrder = 'plays') =>
  infiniteQueryOptions({
    queryKey: ['genre', genre, sort],
    ...listPages(routes.listGenreTracks, {
      params: { genre },
      query: sort === 'plays' ? query : { ...query, sort },
    }),
  })

/** The genres that have tracks. */
export const genresQuery = queryOptions({
  queryKey: ['genres'],
  queryFn: ({ signal }) => request(routes.listGenres, { signal }),
})

const newPlaylists = 12

/** Those with a few tracks: most are made for one. */
const withFewTracks = { releases: false, minTracks: 3 }

export const newPlaylistsQuery = queryOptions({
  queryKey: ['new-playlists'],
  queryFn: ({ signal }) =>
    request(routes.listPlaylists, { query: { limit: newPlaylists, ...withFewTracks }, signal }),
})

/** All of them, page by page. */
export const newPlaylistPagesQuery = infiniteQueryOptions({
  queryKey: ['new-playlists', 'pages'],
  ...listPages(routes.listPlaylists, { query: { ...query, ...withFewTracks } }),
})
