import { z } from 'zod'
import { audioRoute } from './audio.ts'
import { byId, id, time } from './fields.ts'
import { defineRoute } from './route.ts'
import * as routes from './routes.ts'
import { registeredPath, trackDetail } from './tracks.ts'

/** Replacing the audio of a track, and the audio that it had before. */

const audioFile = {
  fileName: z.string().nullable().describe('As its uploader named it, where that is known.'),
  contentType: z.string(),
  duration: z.int().nullable(),
  bytes: z.int().nullable(),
  bitrate: z.int().nullable().describe('Bits per second, on average.'),
  loudness: z.number().nullable().describe('Integrated loudness in LUFS (EBU R128).'),
  waveform: z
    .array(z.number().min(0).max(1))
    .length(200)
    .nullable()
    .describe('The highest level in each two-hundredth; null while unknown.'),
  uploadedAt: time.nullable(),
}

const trackVersion = z
  .strictObject({ ...audioFile, id, replacedAt: time })
  .meta({ id: 'TrackVersion' })
export type TrackVersion = z.infer<typeof trackVersion>

const newAudio = z.strictObject({ audioUrl: registeredPath('Please upload an audio file.') })
const trackById = { resource: 'Track', params: byId } as const
const versionById = {
  resource: 'Track',
  params: z.strictObject({ id, versionId: id }),
} as const

export const analyzeAudio = defineRoute(routes.analyzeAudio, {
  summary:
    'What the analysis of a registered upload has measured, before a track has it. The first call starts it; repeat the call while `state` is `pending`.',
  access: 'signed-in',
  body: newAudio,
  responses: {
    200: z.strictObject({ ...audioFile, state: z.enum(['pending', 'ready', 'failed']) }),
  },
  errorStatuses: [404],
})

export const replaceTrackAudio = defineRoute(routes.replaceTrackAudio, {
  summary:
    'Replaces the audio by a registered upload. All else of the track stays; the last five former versions are kept. 422 for a file that a moderator removed.',
  access: 'signed-in',
  ...trackById,
  body: newAudio,
  responses: { 200: trackDetail },
  errorStatuses: [404, 409, 422],
})

export const listTrackVersions = defineRoute(routes.listTrackVersions, {
  summary: 'The audio of the track, and what it had before, newest first.',
  access: 'signed-in',
  ...trackById,
  responses: {
    200: z.strictObject({
      current: z.strictObject(audioFile),
      former: z.array(trackVersion),
    }),
  },
})

export const getVersionAudio = defineRoute(routes.getVersionAudio, {
  summary: 'The audio file of a former version, for the owner and the administrator.',
  access: 'signed-in',
  ...versionById,
  ...audioRoute,
  query: audioRoute.query.pick({ format: true }),
})

export const restoreTrackVersion = defineRoute(routes.restoreTrackVersion, {
  summary:
    'Makes a former version the audio of the track again; the present audio becomes a former version.',
  access: 'signed-in',
  ...versionById,
  responses: { 200: trackDetail },
  errorStatuses: [422],
})

export const deleteTrackVersion = defineRoute(routes.deleteTrackVersion, {
  summary: 'Deletes a former version with its files.',
  access: 'signed-in',
  ...versionById,
  responses: { 204: { empty: 'Deleted.' } },
})
