import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { GenreSort } from '#contract/genres.ts'
import { browsePageSize } from '#contract/limits.ts'
import * as routes from '#contract/routes.ts'
import type { ListedSection } from '#contract/section-texts.ts'
import { listPages, request } from './client.ts'

const query = { limit: browsePageSize }

/** All tracks of a section of the home page, page by page. */
export const sectionQuery = (section: ListedSection) =>
  infiniteQueryOptions({
    queryKey: ['section', section],
    ...listPages(routes.listSection, { params: { section }, query }),
  })

/** The tracks of a genre, page by page. */
export const genreTracksQuery = (genre: string, sort: GenreSort = 'plays') =>
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
export const newPlaylistsQuery = queryOptions({
  queryKey: ['new-playlists'],
  queryFn: ({ signal }) =>
    request(routes.listPlaylists, {
      query: { limit: newPlaylists, releases: false, minTracks: 3 },
      signal,
    }),
})
