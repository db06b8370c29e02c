import { limits } from '#contract/limits.ts'
import type { Playlist } from '#contract/playlists.ts'
import type { Report, ReportedItem } from '#contract/reports.ts'
import type { Track } from '#contract/tracks.ts'
import { presentUser } from '#server/modules/users/presenter.ts'
import { toPage } from '#server/shared/cursor.ts'
import type { DecisionRow, ItemRow, OwnerRow, ReportRow } from './repository.ts'

type ReportedText = { id: string; userId: string; trackId: string; text: string }

/** What the items of a page refer to. */
export type Related = {
  tracks: ReadonlyMap<string, Track>
  playlists: ReadonlyMap<string, Playlist>
  comments: ReadonlyMap<string, ReportedText>
  notes: ReadonlyMap<string, ReportedText & { name: string }>
  /** The newest of each item, with one more than it shows. */
  reports: ReportRow[]
  reportCounts: ReadonlyMap<string, { count: number }>
  /** Uploaders and reported users. */
  owners: ReadonlyMap<string, OwnerRow>
  isAdmin(owner: OwnerRow): boolean
  decisions: DecisionRow[]
}

/** Undefined if the target was deleted meanwhile. */
export function presentItem(item: ItemRow, related: Related): ReportedItem | undefined {
  const track = related.tracks.get(item.trackId ?? '') ?? null
  const playlist = related.playlists.get(item.playlistId ?? '') ?? null
  const comment = related.comments.get(item.commentId ?? '')
  const note = related.notes.get(item.noteId ?? '')
  const about = related.tracks.get((comment ?? note)?.trackId ?? '')
  const owner = related.owners.get(
    track?.userId ?? playlist?.userId ?? comment?.userId ?? note?.userId ?? item.userId ?? '',
  )
  if (!owner) return undefined
  const { items: reports, next } = toPage(
    related.reports.filter(({ itemId }) => itemId === item.id),
    limits.maxReportsInDetail,
    'reports',
    positionOfReport,
  )
  return {
    id: item.id,
    kind: item.kind,
    isOpen: item.isOpen,
    reportedAt: item.reportedAt.toISOString(),
    track,
    playlist,
    comment: comment && about ? { id: comment.id, text: comment.text, track: about } : null,
    note: note && about ? { id: note.id, name: note.name, text: note.text, track: about } : null,
    user: presentUser(owner),
    isUserSuspended: owner.suspendedAt !== null,
    isUserAdmin: related.isAdmin(owner),
    reportCount: related.reportCounts.get(item.id)?.count ?? 0,
    reports: reports.map(presentReport),
    nextReports: next ?? null,
    decisions: related.decisions
      .filter(({ itemId }) => itemId === item.id)
      .map(({ id, decision, reason, createdAt, actor, undoneAt }) => ({
        id,
        decision,
        reason,
        at: createdAt.toISOString(),
        actor: actor && presentUser(actor),
        undoneAt: undoneAt?.toISOString() ?? null,
      })),
  }
}

export const presentReport = ({ id, reason, text, createdAt, reporter }: ReportRow): Report => ({
  id,
  reason,
  text,
  at: createdAt.toISOString(),
  reporter: reporter && presentUser(reporter),
})

export const positionOfReport = ({ id, createdAt }: ReportRow): [Date, string] => [createdAt, id]
