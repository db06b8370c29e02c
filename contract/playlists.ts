import { z } from 'zod'
import { credits, newCredits } from './credits.ts'
import {
  allowDownload,
  byId,
  bySlug,
  downloadCount,
  downloadResponses,
  id,
  imageRoute,
  isRemoved,
  multiLine,
  optionalPartialDate,
  optionalSingleLine,
  optionalUpc,
  pageQuery,
  partialDate,
  privacy,
  publishAt,
  removal,
  scheduledFor,
  singleLine,
  time,
  userSummary,
} from './fields.ts'
import { limits } from './limits.ts'
import { playlistTypes } from './playlist-types.ts'
import { defineRoute } from './route.ts'
import * as routes from './routes.ts'
import { track } from './tracks.ts'

export const playlist = z
  .strictObject({
    id,
    userId: id,
    title: z.string(),
    slug: z.string(),
    description: z
      .string()
      .nullable()
      .describe(`In lists its first ${limits.maxExcerptLength} characters.`),
    type: z.enum(playlistTypes).describe('All types but `playlist` are releases.'),
    artist: z.string().nullable().describe("Of a release; null: the owner's name."),
    label: z.string().nullable(),
    releaseDate: partialDate
      .nullable()
      .describe('A year, a month or a day: `2019`, `2019-05` or `2019-05-03`.'),
    upc: z.string().nullable(),
    copyright: z.string().nullable(),
    allowDownload: z.boolean().describe('Whether others than the owner may download the release.'),
    coverUrl: z.string().nullable(),
    privacy,
    isRemoved,
    publishAt: scheduledFor,
    trackCount: z.int().describe('Number of tracks that are visible to the caller.'),
    createdAt: time,
    updatedAt: time,
    user: userSummary,
  })
  .meta({ id: 'Playlist' })
export type Playlist = z.infer<typeof playlist>

export const playlistForTrack = z
  .strictObject({
    ...playlist.shape,
    hasTrack: z
      .boolean()
      .optional()
      .describe('With `trackId` in the request: whether the playlist has that track.'),
  })
  .meta({ id: 'PlaylistForTrack' })
export type PlaylistForTrack = z.infer<typeof playlistForTrack>

const playlistTrack = z
  .strictObject({
    id,
    playlistId: id,
    trackId: id,
    position: z.int().describe('From 0, among the tracks that are visible to the caller.'),
    addedAt: time,
  })
  .meta({ id: 'PlaylistTrack' })

const playlistDetail = z
  .strictObject({
    ...playlist.shape,
    duration: z.int().describe('Seconds of all tracks that are visible to the caller.'),
    isSaved: z
      .boolean()
      .describe("Whether it is a playlist of another user in the caller's library."),
    removal: removal.nullable().describe('Set if a moderator removed it.'),
    downloadCount,
    credits,
    playlistTracks: z.array(z.strictObject({ ...playlistTrack.shape, track })),
  })
  .meta({ id: 'PlaylistDetail' })
export type PlaylistDetail = z.infer<typeof playlistDetail>

const title = singleLine('Playlist title', limits.maxTitleLength)
const type = z.enum(playlistTypes, { error: 'Please choose a type from the list' })
const releaseFields = {
  description: multiLine('Description', limits.maxDescriptionLength),
  artist: optionalSingleLine('Artist', limits.maxShortTextLength),
  label: optionalSingleLine('Label', limits.maxShortTextLength),
  releaseDate: optionalPartialDate,
  upc: optionalUpc,
  copyright: optionalSingleLine('Copyright', limits.maxShortTextLength),
  credits: newCredits.optional(),
}
const playlistById = { resource: 'Playlist', params: byId } as const
const byIdAndTrack = z.strictObject({ id, trackId: id })

/** The new order of a full playlist fits into one request. */
export const maxPlaylistTracks = 10_000

export const newPlaylist = z.strictObject({
  ...releaseFields,
  title,
  type: type.default('playlist'),
  allowDownload: allowDownload.default(false),
  privacy: privacy.default('public'),
  publishAt,
})
export const playlistUpdate = z.strictObject({
  ...releaseFields,
  title: title.optional(),
  type: type
    .optional()
    .describe('A release has only tracks of its owner, each in no other release.'),
  privacy: privacy.optional(),
  publishAt: publishAt.describe(
    'When it becomes public by itself, a release with its private tracks. It is private until then; null cancels that.',
  ),
  allowDownload: allowDownload.optional(),
  coverUrl: z
    .string()
    .max(300)
    .regex(/^\/objects\/[\w./-]+$/, 'Please upload the image first')
    .nullish()
    .describe('The objectPath of a registered image; null removes the cover.'),
})

/** The query of lists that have playlists and releases. */
export const playlistPageQuery = {
  ...pageQuery,
  releases: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .describe('`true`: only releases; `false`: none.'),
}

export const listPlaylists = defineRoute(routes.listPlaylists, {
  summary:
    'The public playlists with at least one track, newest first. The next page is in `Link: rel="next"`.',
  access: 'anyone',
  query: z.strictObject({
    ...playlistPageQuery,
    minTracks: z.coerce
      .number('Please ask for a number of tracks')
      .int()
      .min(1)
      .max(maxPlaylistTracks)
      .optional()
      .describe('Leaves out playlists with fewer tracks.'),
  }),
  responses: { 200: z.array(playlist) },
})

export const listReleases = defineRoute(routes.listReleases, {
  summary:
    'The public releases with at least one track, newest first. The next page is in `Link: rel="next"`.',
  access: 'anyone',
  query: z.strictObject(pageQuery),
  responses: { 200: z.array(playlist) },
})

export const createPlaylist = defineRoute(routes.createPlaylist, {
  summary: 'Creates a playlist or release, empty or with its tracks: all of them, or nothing.',
  access: 'signed-in',
  body: newPlaylist.extend({
    key: z
      .uuid()
      .optional()
      .describe(
        'A repeated request with the same key returns what the first has created, and applies only `trackIds`.',
      ),
    trackIds: z
      .array(id, { error: 'The tracks must be a list of track ids' })
      .max(maxPlaylistTracks)
      .refine((ids) => new Set(ids).size === ids.length, 'Each track can be in the list once')
      .optional()
      .describe(
        'Its tracks in their order. In a repeated request they come first: those that it lacks are added.',
      ),
  }),
  responses: { 201: playlist },
  errorStatuses: [404, 409],
})

/** Without a query a playlist of 1,000 tracks or fewer is whole. */
const entriesPage = {
  query: z.strictObject(pageQuery),
  responses: { 200: playlistDetail },
}

export const getPlaylistBySlug = defineRoute(routes.getPlaylistBySlug, {
  summary:
    'A playlist by slug or id, with the tracks that are visible to the caller, 1,000 at most. The next page is in `Link: rel="next"`.',
  access: 'anyone',
  resource: 'Playlist',
  params: bySlug,
  ...entriesPage,
})

export const getPlaylist = defineRoute(routes.getPlaylist, {
  summary:
    'A playlist by id, with the tracks that are visible to the caller, 1,000 at most. The next page is in `Link: rel="next"`.',
  access: 'anyone',
  ...playlistById,
  ...entriesPage,
})

export const getPlaylistCover = defineRoute(routes.getPlaylistCover, {
  summary:
    'The cover in the requested width; a placeholder generated from the id if there is none.',
  access: 'anyone',
  ...playlistById,
  ...imageRoute,
})

export const downloadPlaylist = defineRoute(routes.downloadPlaylist, {
  summary:
    'A release as a ZIP archive, or one byte range of it: `01 Title.ext` for each track that is visible to the caller, with the tags of today, `cover.jpg` and `credits.txt`. The same version has the same bytes. 403 unless the owner allows downloads, and for playlists.',
  access: 'anyone',
  ...playlistById,
  responses: downloadResponses('application/zip'),
  errorStatuses: [403, 416],
})

export const updatePlaylist = defineRoute(routes.updatePlaylist, {
  summary: 'Updates the fields in the body.',
  access: 'signed-in',
  ...playlistById,
  body: playlistUpdate,
  responses: { 200: playlist },
  errorStatuses: [409],
})

export const deletePlaylist = defineRoute(routes.deletePlaylist, {
  summary: 'Deletes the playlist and its cover, but not its tracks.',
  access: 'signed-in',
  ...playlistById,
  responses: { 204: { empty: 'Deleted.' } },
})

export const addPlaylistTrack = defineRoute(routes.addPlaylistTrack, {
  summary: 'Appends a track. A release accepts only tracks of its owner, each in no other release.',
  access: 'signed-in',
  ...playlistById,
  body: z.strictObject({ trackId: id }),
  responses: { 201: playlistTrack },
  errorStatuses: [409],
})

export const removePlaylistTrack = defineRoute(routes.removePlaylistTrack, {
  summary: 'Removes a track; later positions move up.',
  access: 'signed-in',
  resource: 'Playlist',
  params: byIdAndTrack,
  responses: { 204: { empty: 'Deleted.' } },
})

export const reorderPlaylist = defineRoute(routes.reorderPlaylist, {
  summary:
    'Saves a new order: every visible track of the playlist, once each. Other ids: 409 if the playlist has changed since the caller loaded it, else 400.',
  access: 'signed-in',
  ...playlistById,
  body: z.strictObject({
    trackIds: z
      .array(id, { error: 'The new order must be a list of track ids' })
      .max(maxPlaylistTracks),
    updatedAt: time.optional().describe("The playlist's `updatedAt` when the caller loaded it."),
  }),
  responses: { 200: z.strictObject({ trackIds: z.array(id) }) },
  errorStatuses: [409],
})
