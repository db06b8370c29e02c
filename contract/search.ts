import { z } from 'zod'
import { call } from './call.ts'
import { tooLong } from './fields.ts'
import { limits } from './limits.ts'
import { playlist } from './playlists.ts'
import { track } from './tracks.ts'
import { userSummary } from './users.ts'

export const searchResults = z
  .strictObject({
    tracks: z.array(track),
    users: z.array(userSummary),
    playlists: z.array(playlist),
  })
  .meta({ id: 'SearchResults' })
export type SearchResults = z.infer<typeof searchResults>

export const search = call({
  name: 'search',
  method: 'GET',
  path: '/api/search',
  about:
    'Public tracks, people and public playlists: exact and prefix hits first, then by plays. One typo in a word is forgiven.',
  access: 'anyone',
  query: z.strictObject({
    q: z.string().max(limits.searchQuery, tooLong('Search', limits.searchQuery)).default(''),
    limit: z.coerce.number().int().min(1).max(limits.searchMost).default(10),
  }),
  answers: { 200: searchResults },
  fails: [400],
})
