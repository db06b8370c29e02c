import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { AuditEntry } from '#contract/audit.ts'
import { type AuditAction, auditActions } from '#contract/audit-actions.ts'
import { paths } from '#contract/paths.ts'
import { auditQuery } from '#web/api/admin.ts'
import type { Page } from '#web/api/page.ts'
import { SearchField, searchDebounceMs } from '#web/features/search/search-field.tsx'
import { formatDateTime, formatRelativeDate } from '#web/lib/format.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { AdminGate } from '#web/pages/admin/admin-gate.tsx'
import { AdminLayout } from '#web/pages/admin/admin-layout.tsx'
import { AdminList } from '#web/pages/admin/admin-list.tsx'
import { ExportButton } from '#web/pages/admin/toolbar.tsx'
import { useAuditExport } from '#web/pages/admin/use-export.ts'
import { Select } from '#web/ui/field.tsx'

export const page: Page = { component: AuditPage }

export function AuditPage() {
  return <AdminGate title="Audit log">{() => <AuditLog />}</AdminGate>
}

/** Who did what to whom and when, with administrator rights. */
export function AuditLog() {
  const [typed, setTyped] = useState('')
  const [action, setAction] = useState<AuditAction>()
  const filter = { q: useDebounced(typed.trim(), searchDebounceMs), action }
  const list = useInfiniteQuery(auditQuery(filter))
  const file = useAuditExport({ q: typed.trim(), action })
  const filters = (
    <div className="flex flex-wrap gap-3">
      <SearchField placeholder="Search names..." value={typed} onChange={setTyped} />
      <Select
        round
        aria-label="Action"
        value={action ?? ''}
        onChange={({ target }) => setAction((target.value || undefined) as typeof action)}
      >
        <option value="">All actions</option>
        {auditActions.map((one) => (
          <option key={one} value={one}>
            {actionLabels[one]}
          </option>
        ))}
      </Select>
      <ExportButton label="Export" isPending={file.isPending} onClick={() => file.mutate()} />
    </div>
  )
  return (
    <AdminLayout title="Audit log" text="What was done with administrator rights." above={filters}>
      <AdminList
        label="Entries"
        empty={<p className="py-14 text-center text-muted">No entries</p>}
        list={list}
        variant="rows"
      >
        {(entry) => <EntryRow key={entry.id} entry={entry} />}
      </AdminList>
    </AdminLayout>
  )
}

function EntryRow({ entry: { at, actor, action, target, detail } }: { entry: AuditEntry }) {
  return (
    <li className="grid items-baseline gap-1 px-5 py-3.5 desk:grid-cols-[10rem_1fr]">
      <time dateTime={at} title={formatDateTime(at)} className="text-sm text-muted tabular-nums">
        {formatRelativeDate(at)}
      </time>
      <p className="min-w-0 wrap-anywhere">
        <Link href={paths.profile(actor.id)} className="font-semibold hover:underline">
          {actor.name}
        </Link>{' '}
        {verbs[action]} <TargetLink target={target} />.
        {detail && <span className="text-muted"> {explain(action, detail)}</span>}
      </p>
    </li>
  )
}

/** The detail is a reason in words, the names of changed fields, or the decision that was undone. */
function explain(action: AuditAction, detail: string): string {
  if (action === 'track.update' || action === 'user.update')
    return `Changed: ${detail.split(', ').map(nameOfField).join(', ')}.`
  if (action === 'report.undo') return `It was ${decisionNames[detail] ?? detail}.`
  return `Reason: ${detail}`
}

/** `displayName` as 'display name'. */
const nameOfField = (field: string) =>
  fieldNames[field] ?? field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const fieldNames: Record<string, string> = {
  artworkUrl: 'artwork',
  profileImageUrl: 'picture',
  publishAt: 'scheduled time',
  allowDownload: 'downloads',
  isrc: 'ISRC',
}

const decisionNames: Record<string, string> = {
  dismiss: 'a dismissal',
  remove: 'a removal',
  suspend: 'a suspension',
}

function TargetLink({ target: { kind, id, name } }: { target: AuditEntry['target'] }) {
  const href = {
    track: paths.track({ id }),
    playlist: paths.playlist({ id }),
    user: paths.profile(id),
    invite: paths.invites,
  }
  if (kind === 'comment' || kind === 'note') return <q className="wrap-anywhere">{name}</q>
  return (
    <Link href={href[kind]} className="font-semibold hover:underline">
      {name}
    </Link>
  )
}

/** Between the names of who did it and to what. */
const verbs: Record<AuditAction, string> = {
  'track.update': 'edited the track',
  'track.delete': 'deleted the track',
  'playlist.delete': 'deleted the playlist',
  'user.update': 'edited the profile of',
  'user.delete': 'deleted the user',
  'user.reset-link': 'created a reset link for',
  'user.suspend': 'suspended',
  'user.lift-suspension': 'lifted the suspension of',
  'comment.delete': 'deleted the comment',
  'invite.create': 'created the invite',
  'invite.revoke': 'revoked the invite',
  'report.dismiss': 'dismissed the reports of',
  'report.remove': 'removed',
  'report.suspend': 'suspended, after a report,',
  'report.undo': 'undid the decision on',
}

/** Of the filter. */
const actionLabels: Record<AuditAction, string> = {
  'track.update': 'Edited a track',
  'track.delete': 'Deleted a track',
  'playlist.delete': 'Deleted a playlist',
  'user.update': 'Edited a user',
  'user.delete': 'Deleted a user',
  'user.reset-link': 'Created a reset link',
  'user.suspend': 'Suspended a user',
  'user.lift-suspension': 'Lifted a suspension',
  'comment.delete': 'Deleted a comment',
  'invite.create': 'Created an invite',
  'invite.revoke': 'Revoked an invite',
  'report.dismiss': 'Dismissed reports',
  'report.remove': 'Removed content',
  'report.suspend': 'Suspended a user after a report',
  'report.undo': 'Undid a decision',
}
