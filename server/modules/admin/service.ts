import type { Analytics } from '#contract/admin.ts'
import { displayName } from '#server/modules/users/presenter.ts'
import type { Task } from '#server/platform/jobs/jobs.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import {
  compactTrackTotals,
  compactUserTotals,
  countUsers,
  findLatest,
  inSnapshot,
  mostEngaging,
  mostLiked,
  mostPlayed,
  type NamedTrack,
  playsOfLastDays,
  sumTrackTotals,
} from './repository.ts'

const rankedMost = 10
const daysShown = 30

export function getAnalytics(db: Db): Promise<Analytics> {
  return inSnapshot(db, async (moment) => {
    const totals = await sumTrackTotals(moment)
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
  artist: displayName(user),
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
export const compactTotalsTask = (db: Db): Task => ({
  name: 'fold-track-tallies',
  cron: '*/5 * * * *',
  run: async () => {
    await compactTrackTotals(db, talliesAtOnce)
    await compactUserTotals(db, talliesAtOnce)
  },
})
