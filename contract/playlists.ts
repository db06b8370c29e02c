import { z } from 'zod'
import { call } from './call.ts'
import { id, imageQuery, optionalLines, privacy, requiredText, time } from './fields.ts'
import { limits } from './limits.ts'
import { track, trackUser } from './tracks.ts'

export const playlist = z
  .strictObject({
    id,
    userId: id,
    title: z.string(),
    slug: z.string(),
    description: z.string().nullable(),
    coverUrl: z.string().nullable(),
    privacy,
    trackCount: z.int().describe('How many of its tracks the caller may see.'),
    createdAt: time,
    updatedAt: time,
    user: trackUser,
  })
  .meta({ id: 'Playlist' })
export type Playlist = z.infer<typeof playlist>

const playlistTrack = z
  .strictObject({
    id,
    playlistId: id,
    trackId: id,
    position: z.int().describe('From 0, counting the tracks that the caller may see.'),
    addedAt: time,
  })
  .meta({ id: 'PlaylistTrack' })

export const playlistDetail = z
  .strictObject({
    ...playlist.shape,
    playlistTracks: z.array(z.strictObject({ ...playlistTrack.shape, track })),
  })
  .meta({ id: 'PlaylistDetail' })
export type PlaylistDetail = z.infer<typeof playlistDetail>

const title = requiredText('Playlist title', limits.title)
const description = optionalLines('Description', limits.description)
const byId = z.strictObject({ id })
const byIdAndTrack = z.strictObject({ id, trackId: id })
const bySlug = z.strictObject({
  slug: z
    .string()
    .min(1)
    .max(300)
    .refine((text) => !text.includes('\0')),
})

/** So that a new order of the longest one still fits into one request. */
export const playlistTracksMost = 10_000

export const newPlaylist = z.strictObject({
  title,
  description,
  privacy: privacy.default('public'),
})
export const playlistChange = z.strictObject({
  title: title.optional(),
  description,
  privacy: privacy.optional(),
  coverUrl: z
    .string()
    .max(300)
    .regex(/^\/objects\/[\w./-]+$/, 'Please upload the image first')
    .nullish()
    .describe('The objectPath of a registered image; null takes the cover away.'),
})

const failsToChange = [400, 401, 403, 404, 409, 415] as const

export const createPlaylist = call({
  name: 'createPlaylist',
  method: 'POST',
  path: '/api/playlists',
  about: 'A new, empty playlist.',
  access: 'signed-in',
  body: newPlaylist,
  answers: { 201: playlist },
  fails: [400, 401, 403, 415],
})

export const getPlaylistBySlug = call({
  name: 'getPlaylistBySlug',
  method: 'GET',
  path: '/api/playlists/slug/:slug',
  about: 'One playlist by its slug or id, with the tracks in it that the caller may see.',
  access: 'anyone',
  noun: 'Playlist',
  params: bySlug,
  answers: { 200: playlistDetail },
  fails: [404],
})

export const getPlaylist = call({
  name: 'getPlaylist',
  method: 'GET',
  path: '/api/playlists/:id',
  about: 'One playlist by its id, with the tracks in it that the caller may see.',
  access: 'anyone',
  noun: 'Playlist',
  params: byId,
  answers: { 200: playlistDetail },
  fails: [404],
})

export const getPlaylistCover = call({
  name: 'getPlaylistCover',
  method: 'GET',
  path: '/api/playlists/:id/cover',
  about: 'The cover in the width asked for; a drawing made from the id if there is none.',
  access: 'anyone',
  noun: 'Playlist',
  params: byId,
  query: imageQuery,
  answers: {
    200: { binary: 'image/*', about: 'The picture.' },
    302: { empty: 'To the store.' },
    304: { empty: 'Unchanged.' },
  },
  fails: [400, 404],
})

export const updatePlaylist = call({
  name: 'updatePlaylist',
  method: 'PUT',
  path: '/api/playlists/:id',
  about: 'Changes the fields that are sent.',
  access: 'signed-in',
  noun: 'Playlist',
  params: byId,
  body: playlistChange,
  answers: { 200: playlist },
  fails: failsToChange,
})

export const deletePlaylist = call({
  name: 'deletePlaylist',
  method: 'DELETE',
  path: '/api/playlists/:id',
  about: 'Deletes the playlist and its cover; the tracks stay.',
  access: 'signed-in',
  noun: 'Playlist',
  params: byId,
  answers: { 204: { empty: 'Gone.' } },
  fails: [401, 403, 404],
})

export const addPlaylistTrack = call({
  name: 'addPlaylistTrack',
  method: 'POST',
  path: '/api/playlists/:id/tracks',
  about: 'Adds a track at the end.',
  access: 'signed-in',
  noun: 'Playlist',
  params: byId,
  body: z.strictObject({ trackId: id }),
  answers: { 201: playlistTrack },
  fails: failsToChange,
})

export const removePlaylistTrack = call({
  name: 'removePlaylistTrack',
  method: 'DELETE',
  path: '/api/playlists/:id/tracks/:trackId',
  about: 'Takes a track out and closes the gap.',
  access: 'signed-in',
  noun: 'Playlist',
  params: byIdAndTrack,
  answers: { 204: { empty: 'Gone.' } },
  fails: [401, 403, 404],
})

export const reorderPlaylist = call({
  name: 'reorderPlaylist',
  method: 'PUT',
  path: '/api/playlists/:id/reorder',
  about:
    'Saves a new order: every track of the playlist that the caller may see, once each. Other ids than these: 409 if the list has changed since the caller saw it, else 400.',
  access: 'signed-in',
  noun: 'Playlist',
  params: byId,
  body: z.strictObject({
    trackIds: z
      .array(id, { error: 'The new order must be a list of track ids' })
      .max(playlistTracksMost),
    updatedAt: time
      .optional()
      .describe("The playlist's `updatedAt` with which the caller saw the list."),
  }),
  answers: { 200: z.strictObject({ trackIds: z.array(id) }) },
  fails: failsToChange,
})
