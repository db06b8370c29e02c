import type { UserSummary } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import type { Playlist } from '#contract/playlists.ts'
import type { Report, ReportedItem } from '#contract/reports.ts'
import type { Track } from '#contract/tracks.ts'
import { toPage } from '#server/shared/cursor.ts'
import type { DecisionRow, ItemRow, ReportRow } from './repository.ts'

/** What the items of a page refer to. */
export type Related = {
  tracks: ReadonlyMap<string, Track>
  playlists: ReadonlyMap<string, Playlist>
  users: ReadonlyMap<string, UserSummary>
  /** The newest of each item, with one more than it shows. */
  reports: ReportRow[]
  reportCounts: ReadonlyMap<string, { count: number }>
  /** Uploaders and reported users. */
  owners: ReadonlyMap<string, { isSuspended: boolean; isAdmin: boolean }>
  decisions: DecisionRow[]
}

/** Undefined if the target was deleted meanwhile. */
export function presentItem(item: ItemRow, related: Related): ReportedItem | undefined {
  const track = find(related.tracks, item.trackId) ?? null
  const playlist = find(related.playlists, item.playlistId) ?? null
  const user = track?.user ?? playlist?.user ?? find(related.users, item.userId)
  if (!user) return undefined
  const owner = related.owners.get(user.id)
  const { items: reports, next } = toPage(
    related.reports.filter(({ itemId }) => itemId === item.id),
    limits.maxReportsInDetail,
    'recent',
    positionOfReport,
  )
  return {
    id: item.id,
    kind: item.kind,
    isOpen: item.isOpen,
    reportedAt: item.reportedAt.toISOString(),
    track,
    playlist,
    user,
    isUserSuspended: owner?.isSuspended ?? false,
    isUserAdmin: owner?.isAdmin ?? false,
    reportCount: related.reportCounts.get(item.id)?.count ?? 0,
    reports: reports.map((report) => presentReport(report, related.users)),
    nextReports: next ?? null,
    decisions: related.decisions
      .filter(({ itemId }) => itemId === item.id)
      .map(({ id, decision, reason, createdAt, actorId, undoneAt }) => ({
        id,
        decision,
        reason,
        at: createdAt.toISOString(),
        actor: find(related.users, actorId) ?? null,
        undoneAt: undoneAt?.toISOString() ?? null,
      })),
  }
}

export function presentReport(
  { id, reason, text, createdAt, reporterId }: ReportRow,
  users: Related['users'],
): Report {
  const reporter = find(users, reporterId) ?? null
  return { id, reason, text, at: createdAt.toISOString(), reporter }
}

export const positionOfReport = ({ id, createdAt }: ReportRow): [Date, string] => [createdAt, id]

const find = <T>(map: ReadonlyMap<string, T>, id: string | null) =>
  id === null ? undefined : map.get(id)
