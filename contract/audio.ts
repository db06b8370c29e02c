import { z } from 'zod'
import { byId, downloadResponses } from './fields.ts'
import { isHostName } from './host-name.ts'
import { defineRoute } from './route.ts'
import * as routes from './routes.ts'

/** The sound of a track: its files, its waveform, and what counts as a play of it. */

export const audioRoute = {
  query: z.strictObject({
    v: z
      .string()
      .max(100)
      .optional()
      .describe(
        'The file name in `audioUrl`: whoever began before it was replaced gets the same file for 12 hours.',
      ),
    format: z
      .string()
      .max(100)
      .optional()
      .describe('`original` (the default), `opus` or `aac`; 404 if the track does not have it.'),
    source: z
      .enum(['feed'])
      .optional()
      .catch(undefined)
      .describe(
        'In feeds: a request for the first bytes counts as a play, once per app, address and day.',
      ),
  }),
  responses: {
    200: { binary: 'audio/*', description: 'The whole file.' },
    206: { binary: 'audio/*', description: 'The requested range.' },
    302: { empty: 'To the object store.' },
    304: { empty: 'Not modified.' },
  },
  errorStatuses: [416],
} as const

export const getTrackAudio = defineRoute(routes.getTrackAudio, {
  summary: 'The audio file or one byte range of it; with S3 a redirect to a presigned URL.',
  access: 'anyone',
  resource: 'Track',
  params: byId,
  ...audioRoute,
})

export const downloadTrack = defineRoute(routes.downloadTrack, {
  summary:
    'The uploaded file as `Artist - Title.ext`, or one byte range of it. Its tags say what the site says: title, artist, album, number, date, ISRC and cover. 403 unless the owner allows downloads.',
  access: 'anyone',
  resource: 'Track',
  params: byId,
  responses: downloadResponses('audio/*'),
  errorStatuses: [403, 416],
})

export const waveformResponses = {
  200: z
    .strictObject({
      version: z.literal(2),
      channels: z.literal(1),
      sample_rate: z.int(),
      samples_per_pixel: z.int(),
      bits: z.literal(8),
      length: z.int(),
      data: z.array(z.int()).describe('Minimum and maximum of each bin in turn.'),
    })
    .meta({ id: 'Waveform' }),
  304: { empty: 'Not modified.' },
} as const

export const getTrackWaveform = defineRoute(routes.getTrackWaveform, {
  summary:
    'The waveform as JSON of audiowaveform (version 2), in 2,048 to 4,096 bins; 404 while there is none.',
  access: 'anyone',
  resource: 'Track',
  params: byId,
  responses: waveformResponses,
})

const hostName = z
  .string({ error: 'The referrer must be a host name' })
  .toLowerCase()
  .refine(isHostName, 'The referrer must be a host name')

export const playTrack = defineRoute(routes.playTrack, {
  summary: 'Counts a play, at most once per track and listener (user or browser) in 24 hours.',
  access: 'anyone',
  resource: 'Track',
  params: byId,
  body: z
    .strictObject({
      embedded: z
        .boolean()
        .optional()
        .describe(
          'From the embedded player: no cookie is set. The listener is a hash of address and browser that changes every day.',
        ),
      referrer: hostName
        .optional()
        .describe("The host of the site that the listener came from, for the artist's statistics."),
    })
    .optional(),
  responses: { 200: z.strictObject({ counted: z.boolean(), playCount: z.int().nullable() }) },
})
