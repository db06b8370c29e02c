import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { AuditEntry } from '#contract/audit.ts'
import { type AuditAction, auditActions } from '#contract/audit-actions.ts'
import { paths } from '#contract/paths.ts'
import { auditQuery } from '#web/api/admin.ts'
import type { Page } from '#web/api/page.ts'
import { SearchField, searchDebounceMs } from '#web/features/search/search-field.tsx'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { AdminGate } from '#web/pages/admin/admin-gate.tsx'
import { AdminList } from '#web/pages/admin/admin-list.tsx'
import { ExportButton } from '#web/pages/admin/toolbar.tsx'
import { useAuditExport } from '#web/pages/admin/use-export.ts'
import { SelectField } from '#web/ui/field.tsx'

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
    <div className="mb-5 flex flex-wrap items-end gap-3">
      <div className="w-full tablet:w-60">
        <SelectField
          label="Action"
          value={action ?? ''}
          onChange={({ target }) => setAction((target.value || undefined) as typeof action)}
        >
          <option value="">All actions</option>
          {auditActions.map((one) => (
            <option key={one} value={one}>
              {actionLabels[one]}
            </option>
          ))}
        </SelectField>
      </div>
      <SearchField placeholder="Search names..." value={typed} onChange={setTyped} />
      <ExportButton label="Export" isPending={file.isPending} onClick={() => file.mutate()} />
    </div>
  )
  return (
    <AdminList
      title="Audit log"
      label="Entries"
      empty="No entries"
      list={list}
      variant="rows"
      above={filters}
    >
      {(entry) => <EntryRow key={entry.id} entry={entry} />}
    </AdminList>
  )
}

function EntryRow({ entry: { at, actor, action, target, detail } }: { entry: AuditEntry }) {
  return (
    <li className="grid items-baseline gap-1 px-5 py-3.5 desk:grid-cols-[200px_1fr]">
      <time dateTime={at} className="text-sm text-muted tabular-nums">
        {new Date(at).toLocaleString()}
      </time>
      <p className="min-w-0 wrap-anywhere">
        <Link href={paths.profile(actor.id)} className="font-semibold hover:underline">
          {actor.name}
        </Link>{' '}
        · {actionLabels[action]} · <TargetLink target={target} />
        {detail && <span className="text-muted"> · {detail}</span>}
      </p>
    </li>
  )
}

function TargetLink({ target: { kind, id, name } }: { target: AuditEntry['target'] }) {
  const href = {
    track: paths.track({ id }),
    playlist: paths.playlist({ id }),
    user: paths.profile(id),
    invite: paths.invites,
  }
  return (
    <Link href={href[kind]} className="font-semibold hover:underline">
      {name}
    </Link>
  )
}

const actionLabels: Record<AuditAction, string> = {
  'track.update': 'Edited a track',
  'track.delete': 'Deleted a track',
  'playlist.delete': 'Deleted a playlist',
  'user.update': 'Edited a user',
  'user.delete': 'Deleted a user',
  'user.reset-link': 'Created a reset link',
  'user.suspend': 'Suspended a user',
  'user.lift-suspension': 'Lifted a suspension',
  'invite.create': 'Created an invite',
  'invite.revoke': 'Revoked an invite',
  'report.dismiss': 'Dismissed reports',
  'report.remove': 'Removed content',
  'report.suspend': 'Suspended a user after a report',
  'report.undo': 'Undid a decision',
}
