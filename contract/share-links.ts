import { z } from 'zod'
import { audioRoute, waveformResponses } from './audio.ts'
import {
  allowDownload,
  byId,
  downloadResponses,
  id,
  imageRoute,
  pageQuery,
  requiredMultiLine,
  singleLine,
  time,
} from './fields.ts'
import { limits } from './limits.ts'
import { playlistTypes } from './playlist-types.ts'
import { defineRoute } from './route.ts'
import * as routes from './routes.ts'
import { retentionReport } from './stats.ts'
import { trackFormat } from './tracks.ts'

/** Links to what is not public, and the notes of those who have them. */

const shareLink = z
  .strictObject({
    id,
    trackId: id.nullable(),
    playlistId: id.nullable(),
    name: z.string(),
    expiresAt: time.nullable(),
    maxListens: z.int().nullable(),
    listens: z.int().describe('A browser that gets sound is a listen, once a day.'),
    allowDownload: z.boolean(),
    lastUsedAt: time.nullable().describe('When sound was last sent.'),
    revokedAt: time.nullable(),
    noteCount: z.int(),
    createdAt: time,
  })
  .meta({ id: 'ShareLink' })
export type ShareLink = z.infer<typeof shareLink>

const invalidTime = 'Please choose a date and time'
const invalidListens = `Listens must be a number from 1 to ${limits.maxShareListens}`
const linkFields = {
  name: singleLine('Name', limits.maxShareLinkNameLength),
  expiresAt: z.iso
    .datetime({ offset: true, error: invalidTime })
    .nullish()
    .describe('Null: it does not expire.'),
  maxListens: z
    .int({ error: invalidListens })
    .min(1, invalidListens)
    .max(limits.maxShareListens, invalidListens)
    .nullish()
    .describe('Null: as many as its holders want.'),
  allowDownload,
}
const isFuture = (text: string | null | undefined) => !text || Date.parse(text) > Date.now()
const future = { error: 'Please choose a time in the future', path: ['expiresAt'] }

const newShareLink = z
  .strictObject({
    ...linkFields,
    trackId: id.optional(),
    playlistId: id.optional(),
    allowDownload: allowDownload.default(false),
  })
  .refine(({ trackId, playlistId }) => (trackId === undefined) !== (playlistId === undefined), {
    error: 'A link is for one track or one playlist',
  })
  .refine(({ expiresAt }) => isFuture(expiresAt), future)

const shareLinkUpdate = z
  .strictObject({
    ...linkFields,
    name: linkFields.name.optional(),
    allowDownload: allowDownload.optional(),
    revoked: z
      .literal(true, { error: 'Revoked can only be true' })
      .optional()
      .describe('Ends the link at once. Its notes stay.'),
  })
  .refine(({ expiresAt }) => isFuture(expiresAt), future)

export const listShareLinks = defineRoute(routes.listShareLinks, {
  summary:
    'The caller\'s links to tracks and playlists that are not public, newest first. The next page is in `Link: rel="next"`.',
  access: 'signed-in',
  query: z.strictObject({ ...pageQuery, trackId: id.optional(), playlistId: id.optional() }),
  responses: { 200: z.array(shareLink) },
})

export const createShareLink = defineRoute(routes.createShareLink, {
  summary:
    'Creates a link with which anybody sees and plays a track or playlist of the caller that is not public.',
  access: 'signed-in',
  body: newShareLink,
  responses: {
    201: z.strictObject({
      link: shareLink,
      url: z.url().describe('Returned only here: the server stores a hash.'),
    }),
  },
  errorStatuses: [403, 404, 409],
})

const linkById = { access: 'signed-in', resource: 'Link', params: byId } as const

export const updateShareLink = defineRoute(routes.updateShareLink, {
  summary: 'Updates the fields in the body, or revokes the link.',
  ...linkById,
  body: shareLinkUpdate,
  responses: { 200: shareLink },
})

export const deleteShareLink = defineRoute(routes.deleteShareLink, {
  summary: 'Revokes the link at once, and deletes it with its notes.',
  ...linkById,
  responses: { 204: { empty: 'Deleted.' } },
})

/** As whoever wrote it sees it. */
const ownNote = z
  .strictObject({
    id,
    trackId: id,
    position: z.number().describe('In seconds.'),
    name: z.string(),
    text: z.string(),
    createdAt: time,
    answer: z.string().nullable(),
  })
  .meta({ id: 'OwnShareNote' })
export type OwnShareNote = z.infer<typeof ownNote>

const shareNote = z
  .strictObject({
    ...ownNote.shape,
    trackTitle: z.string(),
    doneAt: time.nullable(),
    canAnswer: z.boolean().describe('Once, and again for 15 minutes.'),
  })
  .meta({ id: 'ShareNote' })
export type ShareNote = z.infer<typeof shareNote>

export const listShareNotes = defineRoute(routes.listShareNotes, {
  summary: 'The notes of a link, by track and moment. Only its owner sees them.',
  ...linkById,
  responses: { 200: z.array(shareNote).describe(`At most ${limits.maxNotes}.`) },
})

const noteById = {
  access: 'signed-in',
  resource: 'Note',
  params: z.strictObject({ id, noteId: id }),
} as const

export const updateShareNote = defineRoute(routes.updateShareNote, {
  summary: 'Answers a note, once and with corrections for 15 minutes, or marks it as done.',
  ...noteById,
  body: z.strictObject({
    answer: requiredMultiLine('Answer', limits.maxNoteLength).optional(),
    done: z.boolean({ error: 'Done must be true or false' }).optional(),
  }),
  responses: { 200: shareNote },
  errorStatuses: [409],
})

export const deleteShareNote = defineRoute(routes.deleteShareNote, {
  summary: 'Deletes a note.',
  ...noteById,
  responses: { 204: { empty: 'Deleted.' } },
})

const url = z.string()
const sharedTrack = z
  .strictObject({
    id,
    title: z.string(),
    artist: z.string(),
    duration: z.int().nullable(),
    loudness: z.number().nullable(),
    audioUrl: url,
    formats: z.array(trackFormat.extend({ url })),
    waveformUrl: url.nullable().describe('Null while the file is not analyzed.'),
    artworkUrl: url,
  })
  .meta({ id: 'SharedTrack' })
export type SharedTrack = z.infer<typeof sharedTrack>

const share = z
  .strictObject({
    type: z.enum(['track', ...playlistTypes]),
    title: z.string(),
    artist: z.string(),
    description: z.string().nullable(),
    artworkUrl: url,
    downloadUrl: url.nullable().describe('Null if the owner does not allow it.'),
    tracks: z.array(sharedTrack),
    notes: z.array(ownNote).describe('Those of this browser.'),
  })
  .meta({ id: 'Share' })
export type Share = z.infer<typeof share>

/** Any text: what is no token is a link that never existed. */
const token = z.string().max(300)
const byToken = { access: 'anyone', params: z.strictObject({ token }) } as const
const byTrack = {
  access: 'anyone',
  params: z.strictObject({ token, trackId: z.string().max(300) }),
} as const

export const getShare = defineRoute(routes.getShare, {
  summary:
    'The track or playlist of a share link, with the URLs of its files. Tracks of a playlist come in pages: the next one is in `Link: rel="next"`. 404 with the same message for every link that is not valid.',
  ...byToken,
  query: z.strictObject(pageQuery),
  responses: { 200: share },
})

export const getShareArtwork = defineRoute(routes.getShareArtwork, {
  summary: 'The artwork or cover of what a link shares.',
  ...byToken,
  ...imageRoute,
})

export const downloadShare = defineRoute(routes.downloadShare, {
  summary:
    'What a link shares as a file, as `/api/tracks/{id}/download`, or a release as a ZIP. Costs a listen. 403 unless the link allows downloads.',
  ...byToken,
  responses: downloadResponses('application/octet-stream'),
  errorStatuses: [403, 416],
})

export const createShareNote = defineRoute(routes.createShareNote, {
  summary: 'Leaves a note at a moment of a shared track, for its owner only.',
  ...byToken,
  body: z.strictObject({
    trackId: id,
    position: z.number({ error: 'Please choose a moment' }).min(0).max(1_000_000),
    name: singleLine('Name', limits.maxNoteNameLength),
    text: requiredMultiLine('Note', limits.maxNoteLength),
  }),
  responses: { 201: ownNote },
  errorStatuses: [403, 409],
})

export const getSharedAudio = defineRoute(routes.getSharedAudio, {
  summary:
    'The audio of a shared track, as `/api/tracks/{id}/audio`. The first request of a browser in a day costs a listen.',
  ...byTrack,
  ...audioRoute,
})

export const getSharedWaveform = defineRoute(routes.getSharedWaveform, {
  summary: 'The waveform of a shared track, as `/api/tracks/{id}/waveform`.',
  ...byTrack,
  responses: waveformResponses,
})

export const getSharedArtwork = defineRoute(routes.getSharedArtwork, {
  summary: 'The artwork of a shared track.',
  ...byTrack,
  ...imageRoute,
})

export const playShared = defineRoute(routes.playShared, {
  summary: 'Counts a play through the link, at most once per track and listener in 24 hours.',
  ...byTrack,
  body: z.strictObject({}).optional(),
  responses: { 204: { empty: 'Counted, or counted before.' } },
})

export const recordSharedRetention = defineRoute(routes.recordSharedRetention, {
  summary: 'How far a listen through the link has got, as `/api/tracks/{id}/retention`.',
  ...byTrack,
  ...retentionReport,
})
