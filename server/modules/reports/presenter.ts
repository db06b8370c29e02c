import type { Playlist } from '#contract/playlists.ts'
import type { ReportedItem } from '#contract/reports.ts'
import type { Track } from '#contract/tracks.ts'
import type { UserSummary } from '#contract/users.ts'
import type { DecisionRow, ItemRow, ReportRow } from './repository.ts'

/** What the items of a page refer to. */
export type Related = {
  tracks: ReadonlyMap<string, Track>
  playlists: ReadonlyMap<string, Playlist>
  users: ReadonlyMap<string, UserSummary>
  reports: ReportRow[]
  decisions: DecisionRow[]
}

/** Undefined if the reported item was deleted meanwhile. */
export function presentItem(item: ItemRow, related: Related): ReportedItem | undefined {
  const find = <T>(map: ReadonlyMap<string, T>, id: string | null) =>
    id === null ? undefined : map.get(id)
  const track = find(related.tracks, item.trackId) ?? null
  const playlist = find(related.playlists, item.playlistId) ?? null
  const user = track?.user ?? playlist?.user ?? find(related.users, item.userId)
  if (!user) return undefined
  const reports = related.reports.filter(({ itemId }) => itemId === item.id)
  return {
    id: item.id,
    kind: item.kind,
    isOpen: item.isOpen,
    reportedAt: item.reportedAt.toISOString(),
    track,
    playlist,
    user,
    reportCount: reports[0]?.total ?? 0,
    reports: reports.map(({ id, reason, text, createdAt, reporterId }) => ({
      id,
      reason,
      text,
      at: createdAt.toISOString(),
      reporter: find(related.users, reporterId) ?? null,
    })),
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
