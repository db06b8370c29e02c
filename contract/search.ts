import { z } from 'zod'
import { maxLengthMessage, userSummary } from './fields.ts'
import { limits } from './limits.ts'
import { playlist } from './playlists.ts'
import { defineRoute } from './route.ts'
import * as routes from './routes.ts'
import { track } from './tracks.ts'

const searchResults = z
  .strictObject({
    tracks: z.array(track),
    users: z.array(userSummary),
    albums: z.array(playlist).describe('Releases of all types.'),
    playlists: z.array(playlist),
  })
  .meta({ id: 'SearchResults' })
export type SearchResults = z.infer<typeof searchResults>

export const search = defineRoute(routes.search, {
  summary:
    'Public tracks, users, public releases and public playlists: exact and prefix matches first, then by plays. Tolerates one typo per word.',
  access: 'anyone',
  query: z.strictObject({
    q: z
      .string()
      .max(limits.maxSearchQueryLength, maxLengthMessage('Search', limits.maxSearchQueryLength))
      .default(''),
    limit: z.coerce.number().int().min(1).max(limits.maxSearchResults).default(10),
  }),
  responses: { 200: searchResults },
})
