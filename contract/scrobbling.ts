import { z } from 'zod'
import { id } from './fields.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import * as routes from './routes.ts'
import { scrobblingServices } from './scrobbling-services.ts'

const service = z.enum(scrobblingServices)

const connection = z
  .strictObject({
    username: z.string(),
    url: z.string().describe('The address of the service.'),
    isRejected: z.boolean().describe('Whether the service no longer accepts the token.'),
    isUnreadable: z
      .boolean()
      .describe('Whether this site can no longer read the token: its SESSION_SECRET has changed.'),
    waiting: z.int().describe('Listens that are not sent yet.'),
  })
  .meta({ id: 'ScrobblingConnection' })

const scrobbling = z
  .strictObject({
    listenbrainz: z.strictObject({ connection: connection.nullable() }),
    lastfm: z.strictObject({
      connection: connection.nullable(),
      authorizeUrl: z
        .string()
        .nullable()
        .describe('Where a user gets a token; null if this site has no key of Last.fm.'),
    }),
  })
  .meta({ id: 'Scrobbling' })
export type Scrobbling = z.infer<typeof scrobbling>
export type ScrobblingConnection = z.infer<typeof connection>

export const getScrobbling = defineRoute(routes.getScrobbling, {
  summary: "The services to which the caller's listens are sent.",
  access: 'signed-in',
  responses: { 200: scrobbling },
})

export const connectScrobbling = defineRoute(routes.connectScrobbling, {
  summary:
    'Sends listens to a service from now on, after checking the token there. Needs a sign-in within the last ten minutes.',
  access: 'signed-in',
  resource: 'Service',
  params: z.strictObject({ service }),
  body: z.strictObject({
    token: z
      .string({ error: 'Please enter your token' })
      .trim()
      .min(1, 'Please enter your token')
      .max(200, 'Token is too long')
      .regex(/^[\x21-\x7e]+$/, 'Token must have letters and digits only'),
    url: z
      .url({ protocol: /^https?$/, error: 'Address must start with https:// or http://' })
      .max(limits.maxUrlLength, 'Address is too long')
      .optional()
      .describe('Another server than ListenBrainz with the same protocol.'),
  }),
  responses: { 200: scrobbling },
  errorStatuses: [403],
})

export const disconnectScrobbling = defineRoute(routes.disconnectScrobbling, {
  summary: 'Sends nothing more to a service, and forgets what waits.',
  access: 'signed-in',
  resource: 'Service',
  params: z.strictObject({ service }),
  responses: { 204: { empty: 'Disconnected.' } },
})

export const recordScrobble = defineRoute(routes.recordScrobble, {
  summary:
    'Sends a listen to the services of the caller, if the track is public or unlisted and has at least 30 seconds. Clients call it when half of the track or four minutes have sounded.',
  access: 'signed-in',
  resource: 'Track',
  body: z.strictObject({
    trackId: id,
    secondsAgo: z
      .number({ error: 'Seconds must be a number' })
      .min(0, 'A listen cannot be in the future')
      .max(limits.maxScrobbleAgeSeconds, 'A listen can be sent within 14 days')
      .optional()
      .describe('When the track began. 0 if missing.'),
    isPlaying: z.boolean().optional().describe('The track has just begun.'),
  }),
  responses: { 204: { empty: 'It will be sent, if a service is connected.' } },
})
