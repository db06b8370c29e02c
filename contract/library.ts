import { z } from 'zod'
import { byId, id, optionalSingleLine, pageQuery, time, userSummary } from './fields.ts'
import { limits } from './limits.ts'
import { playlist, playlistPageQuery } from './playlists.ts'
import { defineRoute } from './route.ts'
import * as routes from './routes.ts'
import { track } from './tracks.ts'

/** The caller's own library: no one else can read it. */

const library = z
  .strictObject({
    historyEnabled: z.boolean(),
    hasNewTracks: z
      .boolean()
      .describe('Whether a user whom the caller follows has a new track since the last visit.'),
  })
  .meta({ id: 'Library' })
export type Library = z.infer<typeof library>

export const getLibrary = defineRoute(routes.getLibrary, {
  summary: "The settings of the caller's library, and whether there are new tracks.",
  access: 'signed-in',
  responses: { 200: library },
})

export const listLikedTracks = defineRoute(routes.listLikedTracks, {
  summary:
    'The tracks that the caller likes, newest like first, also unlisted ones. The next page is in `Link: rel="next"`.',
  access: 'signed-in',
  query: z.strictObject({
    ...pageQuery,
    q: optionalSingleLine('Search', limits.maxSearchQueryLength).describe(
      "Matches part of the title or of the uploader's display name.",
    ),
  }),
  responses: { 200: z.array(track) },
})

export const listLibraryPlaylists = defineRoute(routes.listLibraryPlaylists, {
  summary:
    'The caller\'s own playlists and those of others that they have saved, the last created or saved first. The next page is in `Link: rel="next"`.',
  access: 'signed-in',
  query: z.strictObject(playlistPageQuery),
  responses: { 200: z.array(playlist) },
})

export const savePlaylist = defineRoute(routes.savePlaylist, {
  summary: "Adds a playlist of another user to the caller's library.",
  access: 'signed-in',
  resource: 'Playlist',
  params: byId,
  body: z.strictObject({}).optional(),
  responses: { 204: { empty: 'Saved, or saved before.' } },
})

export const removeSavedPlaylist = defineRoute(routes.removeSavedPlaylist, {
  summary: "Removes a playlist of another user from the caller's library.",
  access: 'signed-in',
  resource: 'Playlist',
  params: byId,
  responses: { 204: { empty: 'Removed, or not in the library.' } },
})

const historyEntry = z.strictObject({ track, heardAt: time }).meta({ id: 'HistoryEntry' })
export type HistoryEntry = z.infer<typeof historyEntry>

export const listHistory = defineRoute(routes.listHistory, {
  summary:
    'The tracks that the caller has heard, the last one first, each once a day (UTC). The next page is in `Link: rel="next"`.',
  access: 'signed-in',
  query: z.strictObject(pageQuery),
  responses: { 200: z.array(historyEntry) },
})

export const recordListen = defineRoute(routes.recordListen, {
  summary:
    'Adds a track to the history. Clients call it when 30 seconds or half of the track have sounded. Does nothing while the history is off.',
  access: 'signed-in',
  resource: 'Track',
  body: z.strictObject({
    trackId: id,
    secondsAgo: z
      .number({ error: 'Seconds must be a number' })
      .min(0, 'A listen cannot be in the future')
      .max(limits.maxListenAgeSeconds, 'A listen can be recorded within a day')
      .optional()
      .describe('When it was heard, for a client that could not call at once. 0 if missing.'),
  }),
  responses: { 204: { empty: 'Recorded, unless the history is off.' } },
})

export const clearHistory = defineRoute(routes.clearHistory, {
  summary: "Deletes the caller's history.",
  access: 'signed-in',
  responses: { 204: { empty: 'Deleted.' } },
})

export const setHistoryEnabled = defineRoute(routes.setHistoryEnabled, {
  summary: 'Turns the history on or off. Off keeps the entries that exist.',
  access: 'signed-in',
  body: z.strictObject({ enabled: z.boolean({ error: 'Enabled must be true or false' }) }),
  responses: { 200: z.strictObject({ enabled: z.boolean() }) },
})

const followedTrack = z
  .strictObject({
    ...track.shape,
    repostedBy: userSummary
      .optional()
      .describe('The first followed user who has reposted it, if its artist is not followed.'),
  })
  .meta({ id: 'FollowedTrack' })
export type FollowedTrack = z.infer<typeof followedTrack>

export const listFollowedTracks = defineRoute(routes.listFollowedTracks, {
  summary:
    'The public tracks of the users whom the caller follows, newest first. The next page is in `Link: rel="next"`.',
  access: 'signed-in',
  query: z.strictObject({
    ...pageQuery,
    reposts: z
      .enum(['true', 'false'])
      .transform((text) => text === 'true')
      .optional()
      .describe('Adds what they have reposted, where this site has reposts.'),
  }),
  responses: { 200: z.array(followedTrack) },
})

export const markFollowingSeen = defineRoute(routes.markFollowingSeen, {
  summary: 'The caller has seen the tracks of the users whom they follow: `hasNewTracks` is false.',
  access: 'signed-in',
  body: z.strictObject({}).optional(),
  responses: { 204: { empty: 'Done.' } },
})
