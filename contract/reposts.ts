import { z } from 'zod'
import { byId, pageQuery, time } from './fields.ts'
import { playlist } from './playlists.ts'
import { defineRoute } from './route.ts'
import * as routes from './routes.ts'
import { track } from './tracks.ts'
import { byIdOrUsername } from './users.ts'

/** Reposts of tracks and releases, where the host has turned them on (REPOSTS). */

const state = z
  .strictObject({
    reposted: z.boolean().describe('By the caller.'),
    repostCount: z
      .int()
      .nullable()
      .describe('Null if the artist hides counts. What is not public has none.'),
  })
  .meta({ id: 'RepostState' })
export type RepostState = z.infer<typeof state>

const ofTrack = { resource: 'Track', params: byId, responses: { 200: state } } as const
const ofPlaylist = { ...ofTrack, resource: 'Playlist' } as const
const repost = {
  access: 'signed-in',
  body: z.strictObject({}).optional(),
  errorStatuses: [403, 409],
} as const

export const getTrackRepost = defineRoute(routes.getTrackRepost, {
  summary: 'Whether the caller has reposted a track, and how many have.',
  access: 'anyone',
  ...ofTrack,
})

export const repostTrack = defineRoute(routes.repostTrack, {
  summary: 'Shows a public track of another user to the followers of the caller.',
  ...ofTrack,
  ...repost,
})

export const undoTrackRepost = defineRoute(routes.undoTrackRepost, {
  summary: 'The caller no longer reposts a track.',
  access: 'signed-in',
  ...ofTrack,
})

export const getPlaylistRepost = defineRoute(routes.getPlaylistRepost, {
  summary: 'Whether the caller has reposted a release, and how many have.',
  access: 'anyone',
  ...ofPlaylist,
})

export const repostPlaylist = defineRoute(routes.repostPlaylist, {
  summary: 'Shows a public release of another user to the followers of the caller.',
  ...ofPlaylist,
  ...repost,
})

export const undoPlaylistRepost = defineRoute(routes.undoPlaylistRepost, {
  summary: 'The caller no longer reposts a release.',
  access: 'signed-in',
  ...ofPlaylist,
})

const reposted = z.union([
  z.strictObject({ kind: z.literal('track'), repostedAt: time, track }),
  z.strictObject({ kind: z.literal('playlist'), repostedAt: time, playlist }),
])
export type Reposted = z.infer<typeof reposted>

export const listReposts = defineRoute(routes.listReposts, {
  summary:
    'The public tracks and releases that a user reposts, newest first. The next page is in `Link: rel="next"`.',
  access: 'anyone',
  resource: 'User',
  params: byIdOrUsername,
  query: z.strictObject(pageQuery),
  responses: { 200: z.array(reposted) },
})
