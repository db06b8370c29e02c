import { z } from 'zod'
import { call } from './call.ts'
import {
  id,
  imageQuery,
  optionalLines,
  optionalText,
  optionalUrl,
  privacy,
  requiredText,
  time,
} from './fields.ts'
import { genres } from './genres.ts'
import { limits } from './limits.ts'

export const trackUser = z
  .strictObject({
    id,
    displayName: z.string().nullable(),
    username: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    profileImageUrl: z.string().nullable(),
  })
  .meta({ id: 'TrackUser' })

export const track = z
  .strictObject({
    id,
    userId: id,
    title: z.string(),
    slug: z.string(),
    description: z.string().nullable(),
    artist: z.string().nullable(),
    studio: z.string().nullable(),
    genre: z.string().nullable(),
    tags: z.array(z.string()),
    privacy,
    audioUrl: z.string(),
    artworkUrl: z.string().nullable(),
    spotifyUrl: z.string().nullable(),
    appleMusicUrl: z.string().nullable(),
    duration: z.int().nullable(),
    playCount: z.int(),
    likeCount: z.int(),
    createdAt: time,
    updatedAt: time,
    user: trackUser,
    likes: z
      .array(z.strictObject({ userId: id }))
      .describe(
        "Lists: at most the caller's own like. Detail: the caller's own first, then the newest, 50 at most.",
      ),
  })
  .meta({ id: 'Track' })
export type Track = z.infer<typeof track>

const byId = z.strictObject({ id })
const bySlug = z.strictObject({
  slug: z
    .string()
    .min(1)
    .max(300)
    .refine((slug) => !slug.includes('\0')),
})
const genre = z.enum(genres, { error: 'Please choose a genre from the list' })
const optionalGenre = z
  .union([genre, z.literal('')], { error: 'Please choose a genre from the list' })
  .nullish()
  .transform((value) => (value === undefined ? undefined : value || null))
const tags = z
  .array(requiredText('Tag', limits.tag), { error: 'Tags must be a list of words' })
  .max(limits.tags, `A track can have ${limits.tags} tags at most`)

/** What registering a file answered. */
const objectPath = (missing: string) =>
  z
    .string({ error: missing })
    .max(300, missing)
    .regex(/^\/objects(\/[\w-]+)+(\.\w+)?$/, missing)
const artworkPath = objectPath('Please upload the image first')
const optionalArtwork = z
  .union([artworkPath, z.literal('')], { error: 'Please upload the image first' })
  .nullish()
  .transform((path) => (path === undefined ? undefined : path || null))

/** `popular`: plays and likes together. */
export const trackSorts = ['recent', 'plays', 'likes', 'popular'] as const

export const trackFields = {
  title: requiredText('Title', limits.title),
  description: optionalLines('Description', limits.description),
  artist: optionalText('Artist', limits.shortText),
  studio: optionalText('Studio/Label', limits.shortText),
  genre: optionalGenre,
  privacy,
  tags,
  spotifyUrl: optionalUrl,
  appleMusicUrl: optionalUrl,
}

export const newTrack = z.strictObject({
  title: trackFields.title,
  description: trackFields.description,
  artist: trackFields.artist,
  studio: trackFields.studio,
  genre: trackFields.genre,
  privacy: privacy.default('public'),
  tags: tags.default([]),
  audioUrl: objectPath('Please upload an audio file.'),
  artworkUrl: optionalArtwork,
})

export const trackChange = z.strictObject({
  id: id.optional(),
  title: trackFields.title.optional(),
  description: trackFields.description,
  artist: trackFields.artist,
  studio: trackFields.studio,
  genre: trackFields.genre,
  privacy: privacy.optional(),
  tags: tags.optional(),
  spotifyUrl: trackFields.spotifyUrl,
  appleMusicUrl: trackFields.appleMusicUrl,
  artworkUrl: optionalArtwork.describe('Null takes the artwork away.'),
})

export const listTracks = call({
  name: 'listTracks',
  method: 'GET',
  path: '/api/tracks',
  about:
    'The tracks that the caller may list, newest first unless sorted otherwise. The next page is in `Link: rel="next"`.',
  access: 'anyone',
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(limits.listMost).default(limits.listMost),
    cursor: z.string().max(500).optional(),
    sort: z.enum(trackSorts).default('recent'),
    genre: genre.optional(),
    userId: id.optional(),
    q: optionalText('Search', limits.searchQuery).describe(
      "A part of the title or of the uploader's display name.",
    ),
  }),
  answers: { 200: z.array(track) },
  fails: [400],
})

export const getTrack = call({
  name: 'getTrack',
  method: 'GET',
  path: '/api/tracks/slug/:slug',
  about: 'One track by its slug or id.',
  access: 'anyone',
  noun: 'Track',
  params: bySlug,
  answers: { 200: track },
  fails: [404],
})

export const getTrackAudio = call({
  name: 'getTrackAudio',
  method: 'GET',
  path: '/api/tracks/:id/audio',
  about: 'The audio, whole or one byte range of it. On S3 a redirect to a short-lived address.',
  access: 'anyone',
  noun: 'Track',
  params: byId,
  query: z.strictObject({ v: z.string().max(100).optional() }),
  answers: {
    200: { binary: 'audio/*', about: 'The whole file.' },
    206: { binary: 'audio/*', about: 'The range asked for.' },
    302: { empty: 'To the store.' },
    304: { empty: 'Unchanged.' },
  },
  fails: [404, 416],
})

export const getTrackArtwork = call({
  name: 'getTrackArtwork',
  method: 'GET',
  path: '/api/tracks/:id/artwork',
  about: 'The artwork in the width asked for; a drawing made from the id if the track has none.',
  access: 'anyone',
  noun: 'Track',
  params: byId,
  query: imageQuery,
  answers: {
    200: { binary: 'image/*', about: 'The picture.' },
    302: { empty: 'To the store.' },
    304: { empty: 'Unchanged.' },
  },
  fails: [400, 404],
})

export const playTrack = call({
  name: 'playTrack',
  method: 'POST',
  path: '/api/tracks/:id/play',
  about: 'Counts a play: once per track and session in 24 hours, however often it is called.',
  access: 'anyone',
  noun: 'Track',
  params: byId,
  body: z.strictObject({}).optional(),
  answers: { 200: z.strictObject({ counted: z.boolean(), playCount: z.int() }) },
  fails: [400, 403, 404, 415],
})

export const likeTrack = call({
  name: 'likeTrack',
  method: 'POST',
  path: '/api/tracks/:id/like',
  about: 'Likes the track, or takes the like back.',
  access: 'signed-in',
  noun: 'Track',
  params: byId,
  body: z.strictObject({}).optional(),
  answers: { 200: z.strictObject({ liked: z.boolean(), likeCount: z.int() }) },
  fails: [400, 401, 403, 404, 415],
})

export const createTrack = call({
  name: 'createTrack',
  method: 'POST',
  path: '/api/tracks',
  about: 'Publishes a registered upload as a track.',
  access: 'signed-in',
  body: newTrack,
  answers: { 201: track },
  fails: [400, 401, 403, 404, 409, 415],
})

export const updateTrack = call({
  name: 'updateTrack',
  method: 'PUT',
  path: '/api/tracks/:id',
  about: 'Changes the fields that are sent. The slug stays, so that links never break.',
  access: 'signed-in',
  noun: 'Track',
  params: byId,
  body: trackChange,
  answers: { 200: track },
  fails: [400, 401, 403, 404, 409, 415],
})

export const replaceTrackArtwork = call({
  name: 'replaceTrackArtwork',
  method: 'PUT',
  path: '/api/tracks/:id/artwork',
  about: 'Sets a registered image as the artwork.',
  access: 'signed-in',
  noun: 'Track',
  params: byId,
  body: z.strictObject({ artworkPath }),
  answers: { 200: track },
  fails: [400, 401, 403, 404, 409, 415],
})

export const deleteTrack = call({
  name: 'deleteTrack',
  method: 'DELETE',
  path: '/api/tracks/:id',
  about: 'Deletes the track with its likes, comments, playlist entries and files.',
  access: 'signed-in',
  noun: 'Track',
  params: byId,
  answers: { 204: { empty: 'Gone.' } },
  fails: [401, 403, 404],
})
