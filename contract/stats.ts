import { z } from 'zod'
import { byId, id } from './fields.ts'
import { defineRoute } from './route.ts'
import * as routes from './routes.ts'

const count = z.int().min(0)
const counts = {
  plays: count,
  likes: count,
  downloads: count.describe('An archive of a release counts once.'),
  saves: count
    .optional()
    .describe('Of playlists and releases: how often others added them to their library.'),
  follows: count.optional().describe("Of all of the caller's content together."),
}
const statsCounts = z.strictObject(counts).meta({ id: 'StatsCounts' })

const stats = z
  .strictObject({
    days: z
      .array(
        z.strictObject({
          day: z.iso.date().describe("A day of the site's time zone."),
          ...counts,
          listeners: count
            .optional()
            .describe('Different ones on the day; not of playlists that are no release.'),
        }),
      )
      .describe('Every day of the period, the oldest first.'),
    totals: statsCounts,
    previous: statsCounts.nullable().describe('Of the period before; null for `all`.'),
    sources: z
      .strictObject({ site: count, embed: count, feed: count, share: count, app: count })
      .describe('Plays by where they came from.'),
    referrers: z
      .array(z.strictObject({ host: z.string(), plays: count }))
      .describe('The ten sites that most plays came from, in the months of the period.'),
    retention: z
      .array(z.number().min(0).max(1))
      .length(100)
      .nullable()
      .describe(
        'Of one track: the share of listens, in the months of the period, that reached each hundredth of it. Null if there were none.',
      ),
  })
  .meta({ id: 'Stats' })
export type Stats = z.infer<typeof stats>

const statsPeriods = ['7', '30', '90', 'all'] as const
export type StatsPeriod = (typeof statsPeriods)[number]
const query = z.strictObject({
  days: z.enum(statsPeriods, { error: 'Days must be 7, 30, 90 or all' }).default('30'),
})
const access = 'signed-in'
const responses = { 200: stats }

export const getTrackStats = defineRoute(routes.getTrackStats, {
  summary: 'How often a track was played and liked, and from where. For its owner only.',
  access,
  resource: 'Track',
  params: byId,
  query,
  responses,
  errorStatuses: [403],
})

export const getPlaylistStats = defineRoute(routes.getPlaylistStats, {
  summary: "The statistics of a playlist's tracks that its owner owns. For its owner only.",
  access,
  resource: 'Playlist',
  params: byId,
  query,
  responses,
  errorStatuses: [403],
})

export const getMyStats = defineRoute(routes.getMyStats, {
  summary: "The statistics of all of the caller's tracks.",
  access,
  query,
  responses,
})

export const retentionReport = {
  body: z.strictObject({
    listenId: id.describe('Random, for one listen.'),
    position: z.number().min(0).max(1_000_000).describe('In seconds.'),
  }),
  responses: { 204: { empty: 'Recorded.' } },
} as const

export const recordRetention = defineRoute(routes.recordRetention, {
  summary:
    'How far a listen has got. The first report of a listen starts it at the beginning; later ones, within a day, raise its furthest point.',
  access: 'anyone',
  resource: 'Track',
  params: byId,
  ...retentionReport,
})
