import type { Analytics } from '#contract/admin.ts'
import { nameOf } from '#server/modules/users/present.ts'
import type { Task } from '#server/platform/jobs/jobs.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import {
  atOneMoment,
  countUsers,
  findLatest,
  foldTallies,
  foldUserTallies,
  mostEngaging,
  mostLiked,
  mostPlayed,
  type NamedTrack,
  playsOfLastDays,
  sumTallies,
} from './queries.ts'

const rankedMost = 10
const daysShown = 30

export function getAnalytics(db: Db): Promise<Analytics> {
  return atOneMoment(db, async (moment) => {
    const totals = await sumTallies(moment)
    const latest = await findLatest(moment)
    return {
      totalTracks: totals.tracks,
      totalPlays: totals.plays,
      totalLikes: totals.likes,
      publicTracks: totals.publicTracks,
      totalUsers: await countUsers(moment),
      averageEngagement: totals.tracks
        ? Math.round((totals.plays + totals.likes) / totals.tracks)
        : 0,
      latestTrack: latest ? presentLatest(latest) : null,
      mostPlayed: (await mostPlayed(moment, rankedMost)).map(presentRanked),
      mostLiked: (await mostLiked(moment, rankedMost)).map(presentRanked),
      topEngagement: (await mostEngaging(moment, rankedMost)).map(presentRanked),
      playsPerDay: await playsOfLastDays(moment, daysShown),
    }
  })
}

const present = ({ id, slug, title, user }: NamedTrack) => ({
  id,
  slug,
  title,
  artist: nameOf(user),
})
const presentRanked = (track: NamedTrack) => ({
  ...present(track),
  playCount: track.playCount,
  likeCount: track.likeCount,
})
const presentLatest = (track: NamedTrack) => ({
  ...present(track),
  createdAt: track.createdAt.toISOString(),
})

const talliesAtOnce = 100_000

/** Keeps the sums behind the totals short. They are right with or without it. */
export const foldingTallies = (db: Db): Task => ({
  name: 'fold-track-tallies',
  cron: '*/5 * * * *',
  run: async () => {
    await foldTallies(db, talliesAtOnce)
    await foldUserTallies(db, talliesAtOnce)
  },
})
