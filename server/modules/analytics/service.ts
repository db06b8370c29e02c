import type { Analytics, Storage } from '#contract/admin.ts'
import type { Task } from '#server/platform/jobs/jobs.ts'
import { type Db, inSnapshot } from '#server/platform/postgres/open.ts'
import { presentLargestUser, presentLatest, presentRanked } from './presenter.ts'
import {
  bytesOfLastMonths,
  compactTrackTotals,
  countUsers,
  findLargestUsers,
  findLatest,
  mostEngaging,
  mostLiked,
  mostPlayed,
  playsOfLastDays,
  sumStoredBytes,
  sumTrackTotals,
} from './repository.ts'

const rankingSize = 10
const daysShown = 30

export function getAnalytics(db: Db): Promise<Analytics> {
  return inSnapshot(db, async (snapshot) => {
    const totals = await sumTrackTotals(snapshot)
    const latest = await findLatest(snapshot)
    return {
      totalTracks: totals.tracks,
      totalPlays: totals.plays,
      totalLikes: totals.likes,
      publicTracks: totals.publicTracks,
      totalUsers: await countUsers(snapshot),
      averageEngagement: totals.tracks
        ? Math.round((totals.plays + totals.likes) / totals.tracks)
        : 0,
      latestTrack: latest ? presentLatest(latest) : null,
      mostPlayed: (await mostPlayed(snapshot, rankingSize)).map(presentRanked),
      mostLiked: (await mostLiked(snapshot, rankingSize)).map(presentRanked),
      topEngagement: (await mostEngaging(snapshot, rankingSize)).map(presentRanked),
      playsPerDay: await playsOfLastDays(snapshot, daysShown),
    }
  })
}

const largestUsersShown = 20
const monthsShown = 12

export const getStorage = (db: Db): Promise<Storage> =>
  inSnapshot(db, async (snapshot) => ({
    ...(await sumStoredBytes(snapshot)),
    largestUsers: (await findLargestUsers(snapshot, largestUsersShown)).map(presentLargestUser),
    months: await bytesOfLastMonths(snapshot, monthsShown),
  }))

const rowsPerRun = 100_000

/** Keeps the ledger behind the totals short. The totals are exact with or without it. */
export const compactTotalsTask = (db: Db): Task => ({
  name: 'compact-totals',
  cron: '*/5 * * * *',
  run: () => compactTrackTotals(db, rowsPerRun),
})
