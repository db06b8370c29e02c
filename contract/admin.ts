import { z } from 'zod'
import { id, time } from './fields.ts'
import { defineRoute } from './route.ts'
import * as routes from './routes.ts'

const rankedTrack = z
  .strictObject({
    id,
    slug: z.string(),
    title: z.string(),
    artist: z.string(),
    playCount: z.int(),
    likeCount: z.int(),
  })
  .meta({ id: 'RankedTrack' })

const analytics = z
  .strictObject({
    totalTracks: z.int(),
    totalPlays: z.int(),
    totalLikes: z.int(),
    publicTracks: z.int(),
    totalUsers: z.int(),
    averageEngagement: z.int(),
    latestTrack: z
      .strictObject({
        id,
        slug: z.string(),
        title: z.string(),
        artist: z.string(),
        createdAt: time,
      })
      .nullable(),
    mostPlayed: z.array(rankedTrack).describe('At most 10, plays above 0.'),
    mostLiked: z.array(rankedTrack).describe('At most 10, likes above 0.'),
    topEngagement: z.array(rankedTrack).describe('At most 10, plays plus likes above 0.'),
    playsPerDay: z
      .array(z.strictObject({ day: z.iso.date(), plays: z.int() }))
      .describe('The last 30 days, oldest first.'),
  })
  .meta({ id: 'Analytics' })
export type Analytics = z.infer<typeof analytics>

export const getAnalytics = defineRoute(routes.getAnalytics, {
  summary: 'Exact totals and rankings over all tracks.',
  access: 'administrator',
  responses: { 200: analytics },
})

const storage = z
  .strictObject({
    originals: z.int().describe('Bytes of uploaded audio.'),
    renditions: z.int().describe('Bytes of the Opus and AAC files made of it.'),
    images: z.int().describe('Bytes of artwork, covers and profile images.'),
    largestUsers: z
      .array(z.strictObject({ id, name: z.string(), bytes: z.int() }))
      .describe('At most 20, those with the most bytes first.'),
    months: z
      .array(z.strictObject({ month: z.string().describe('YYYY-MM'), bytes: z.int() }))
      .describe('Bytes that came in each of the last 12 months and are in use, oldest first.'),
  })
  .meta({ id: 'Storage' })
export type Storage = z.infer<typeof storage>

export const getStorage = defineRoute(routes.getStorage, {
  summary: 'How much storage files take: by kind, by user and by month.',
  access: 'administrator',
  responses: { 200: storage },
})

const identityProvider = z
  .strictObject({
    issuer: z.string().nullable().describe('Null for the built-in provider.'),
    problems: z
      .array(z.string())
      .describe('One sentence per problem, with the setting to change. Empty if none was found.'),
    registration: z
      .enum(['open', 'invite', 'closed'])
      .describe(
        'Who may create an account, or with an external provider sign in for the first time.',
      ),
    lastFailure: z
      .strictObject({ message: z.string(), at: time })
      .nullable()
      .describe('Why the latest sign-in failed, since this server started.'),
  })
  .meta({ id: 'IdentityProvider' })
export type IdentityProvider = z.infer<typeof identityProvider>

export const getIdentityProvider = defineRoute(routes.getIdentityProvider, {
  summary: 'Checks the configured identity provider.',
  access: 'administrator',
  responses: { 200: identityProvider },
})

const mailStatus = z
  .strictObject({
    isConfigured: z.boolean(),
    waiting: z.int().describe('Mails that are not sent yet.'),
    lastFailure: z
      .strictObject({ message: z.string(), at: time })
      .nullable()
      .describe('Why the latest mail of this server could not be sent; null once one was.'),
  })
  .meta({ id: 'MailStatus' })
export type MailStatus = z.infer<typeof mailStatus>

export const getMailStatus = defineRoute(routes.getMailStatus, {
  summary: 'Whether mail is configured and works.',
  access: 'administrator',
  responses: { 200: mailStatus },
})
