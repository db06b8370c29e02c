import { z } from 'zod'
import { credits, newCredits } from './credits.ts'
import {
  allowDownload,
  byId,
  bySlug,
  downloadCount,
  id,
  imageRoute,
  isRemoved,
  limitUpTo,
  multiLine,
  optionalIsrc,
  optionalSingleLine,
  optionalWebsite,
  pageQuery,
  privacy,
  publishAt,
  removal,
  scheduledFor,
  singleLine,
  time,
  userSummary,
} from './fields.ts'
import { genres } from './genres.ts'
import { limits } from './limits.ts'
import { releaseTypes } from './playlist-types.ts'
import { defineRoute } from './route.ts'
import * as routes from './routes.ts'

/** The original, and what the server has made of it for streaming. */
const streamFormats = ['original', 'opus', 'aac'] as const
export type StreamFormat = (typeof streamFormats)[number]

export const trackFormat = z
  .strictObject({
    format: z.enum(streamFormats),
    contentType: z.string(),
    bitrate: z.int().nullable().describe('Bits per second, on average.'),
    bytes: z.int().nullable(),
  })
  .meta({ id: 'AudioFormat' })

const trackRelease = z
  .strictObject({
    id,
    slug: z.string(),
    title: z.string(),
    type: z.enum(releaseTypes),
    position: z
      .int()
      .describe('From 0, among the tracks of the release that are visible to the caller.'),
  })
  .meta({ id: 'TrackRelease' })

export const track = z
  .strictObject({
    id,
    userId: id,
    title: z.string(),
    slug: z.string(),
    description: z
      .string()
      .nullable()
      .describe(
        `In lists its first ${limits.maxExcerptLength} characters, in the queue of \`/api/player\` null.`,
      ),
    artist: z.string().nullable(),
    studio: z.string().nullable(),
    genre: z.string().nullable(),
    tags: z.array(z.string()),
    privacy,
    isRemoved,
    allowDownload: z.boolean().describe('Whether others than the owner may download the file.'),
    publishAt: scheduledFor,
    audioUrl: z.string(),
    artworkUrl: z
      .string()
      .nullable()
      .describe('A track without artwork of its own has the cover of its release.'),
    isrc: z.string().nullable(),
    spotifyUrl: z.string().nullable(),
    appleMusicUrl: z.string().nullable(),
    duration: z.int().nullable(),
    processing: z
      .enum(['pending', 'ready', 'failed'])
      .describe('Of analysis and renditions. The original can be played in every state.'),
    loudness: z.number().nullable().describe('Integrated loudness in LUFS (EBU R128).'),
    formats: z
      .array(trackFormat)
      .describe('The original first. Sizes are null while they are not known.'),
    playCount: z.int().nullable().describe('Null if its owner hides counts from the caller.'),
    likeCount: z.int().nullable().describe('The same.'),
    release: trackRelease
      .nullable()
      .describe('The album, EP, single or compilation with this track, if visible to the caller.'),
    createdAt: time,
    updatedAt: time,
    user: userSummary,
    likes: z
      .array(z.strictObject({ userId: id }))
      .describe(
        "In lists only the caller's own like. On a single track the caller's own first, then the newest, at most 50.",
      ),
  })
  .meta({ id: 'Track' })
export type Track = z.infer<typeof track>

/** A track on its own; lists do not have the fields that are added here, and only the start of its description. */
export const trackDetail = track
  .extend({
    description: z.string().nullable().describe('All of it.'),
    waveform: z
      .array(z.number().min(0).max(1))
      .length(200)
      .nullable()
      .describe('The highest level in each two-hundredth of the track; null while unknown.'),
    processingError: z
      .string()
      .nullable()
      .describe('Why processing failed, for the owner and the administrator.'),
    removal: removal.nullable().describe('Set if a moderator removed it.'),
    downloadCount,
    credits,
  })
  .meta({ id: 'TrackDetail' })
export type TrackDetail = z.infer<typeof trackDetail>

const trackById = { resource: 'Track', params: byId } as const
const genre = z.enum(genres, { error: 'Please choose a genre from the list' })
const optionalGenre = z
  .union([genre, z.literal('')], { error: 'Please choose a genre from the list' })
  .nullish()
  .transform((value) => (value === undefined ? undefined : value || null))
const tags = z
  .array(singleLine('Tag', limits.maxTagLength), { error: 'Tags must be a list of words' })
  .max(limits.maxTags, `A track can have ${limits.maxTags} tags at most`)

/** The `objectPath` of a registered upload. */
export const registeredPath = (missing: string) =>
  z
    .string({ error: missing })
    .max(300, missing)
    .regex(/^\/objects(\/[\w-]+)+(\.\w+)?$/, missing)
const artworkPath = registeredPath('Please upload the image first')
const optionalArtwork = z
  .union([artworkPath, z.literal('')], { error: 'Please upload the image first' })
  .nullish()
  .transform((path) => (path === undefined ? undefined : path || null))

/** `popular`: plays and likes together. */
export const trackSorts = ['recent', 'plays', 'likes', 'popular'] as const

export const trackFields = {
  title: singleLine('Title', limits.maxTitleLength),
  description: multiLine('Description', limits.maxDescriptionLength),
  artist: optionalSingleLine('Artist', limits.maxShortTextLength),
  studio: optionalSingleLine('Studio/Label', limits.maxShortTextLength),
  genre: optionalGenre,
  privacy,
  publishAt,
  tags,
  allowDownload,
  isrc: optionalIsrc,
  credits: newCredits.optional(),
  spotifyUrl: optionalWebsite,
  appleMusicUrl: optionalWebsite,
}

export const newTrack = z.strictObject({
  ...trackFields,
  privacy: privacy.default('public'),
  tags: tags.default([]),
  allowDownload: allowDownload.default(false),
  audioUrl: registeredPath('Please upload an audio file.'),
  artworkUrl: optionalArtwork,
})

export const trackUpdate = z.strictObject({
  ...trackFields,
  id: id.optional(),
  title: trackFields.title.optional(),
  privacy: privacy.optional(),
  tags: tags.optional(),
  allowDownload: allowDownload.optional(),
  artworkUrl: optionalArtwork.describe('Null removes the artwork.'),
})

export const listTracks = defineRoute(routes.listTracks, {
  summary:
    'Tracks that the caller may list, by default newest first. The next page is in `Link: rel="next"`.',
  access: 'anyone',
  query: z.strictObject({
    ...pageQuery,
    sort: z.enum(trackSorts).default('recent'),
    genre: genre.optional(),
    userId: id.optional(),
    show: z
      .enum([...privacy.options, 'scheduled', 'removed'], {
        error: 'Show a privacy, scheduled or removed',
      })
      .optional()
      .describe(
        'Tracks of one privacy, those that are scheduled, or those that a moderator removed, where all are listed.',
      ),
    q: optionalSingleLine('Search', limits.maxSearchQueryLength).describe(
      "Matches part of the title or of the uploader's display name.",
    ),
  }),
  responses: { 200: z.array(track) },
})

export const getTrack = defineRoute(routes.getTrack, {
  summary: 'A track by slug or id.',
  access: 'anyone',
  resource: 'Track',
  params: bySlug,
  responses: { 200: trackDetail },
})

export const listSimilarTracks = defineRoute(routes.listSimilarTracks, {
  summary:
    'Public tracks to play after this one: what the people who like it like too, then the most played of its genre. Without those that the caller has heard in the last 24 hours.',
  access: 'anyone',
  ...trackById,
  query: z.strictObject({ limit: limitUpTo(limits.maxSimilarTracks) }),
  responses: { 200: z.array(track) },
})

export const getTrackArtwork = defineRoute(routes.getTrackArtwork, {
  summary:
    'The artwork in the requested width; a placeholder generated from the id if there is none.',
  access: 'anyone',
  ...trackById,
  ...imageRoute,
})

export const likeTrack = defineRoute(routes.likeTrack, {
  summary: 'Likes the track, or removes the like.',
  access: 'signed-in',
  ...trackById,
  body: z.strictObject({}).optional(),
  responses: { 200: z.strictObject({ liked: z.boolean(), likeCount: z.int().nullable() }) },
  errorStatuses: [403],
})

export const createTrack = defineRoute(routes.createTrack, {
  summary: 'Creates a track from a registered upload.',
  access: 'signed-in',
  body: newTrack,
  responses: { 201: trackDetail },
  errorStatuses: [404, 409],
})

export const updateTrack = defineRoute(routes.updateTrack, {
  summary: 'Updates the fields in the body. The slug does not change, so that links never break.',
  access: 'signed-in',
  ...trackById,
  body: trackUpdate,
  responses: { 200: trackDetail },
  errorStatuses: [409],
})

export const replaceTrackArtwork = defineRoute(routes.replaceTrackArtwork, {
  summary: 'Sets a registered image as the artwork.',
  access: 'signed-in',
  ...trackById,
  body: z.strictObject({ artworkPath }),
  responses: { 200: trackDetail },
  errorStatuses: [409],
})

export const deleteTrack = defineRoute(routes.deleteTrack, {
  summary: 'Deletes the track with its likes, comments, playlist entries and files.',
  access: 'signed-in',
  ...trackById,
  responses: { 204: { empty: 'Deleted.' } },
})
