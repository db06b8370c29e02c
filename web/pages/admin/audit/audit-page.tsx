import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { AuditEntry } from '#contract/audit.ts'
import { type AuditAction, auditActions } from '#contract/audit-actions.ts'
import { auditQuery } from '#web/api/admin.ts'
import { ListError, LoadMore } from '#web/components/load-more.tsx'
import { SearchField, searchDebounceMs } from '#web/components/search-field.tsx'
import { useAuditExport } from '#web/features/admin/use-export.ts'
import { paths } from '#web/lib/paths.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { AdminGate } from '#web/pages/admin/admin-gate.tsx'
import { ExportButton } from '#web/pages/admin/toolbar.tsx'
import { SelectField } from '#web/ui/field.tsx'

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
  const entries = list.data?.pages.flatMap((page) => page.items)
  return (
    <div className="page-width pb-section">
      <header className="pt-7 pb-7 tablet:pt-12">
        <Link href={paths.admin} className="text-sm text-muted hover:text-text hover:underline">
          Dashboard
        </Link>
        <h1 className="mt-2 font-display text-5xl leading-[0.96] font-extrabold tracking-display">
          Audit log
        </h1>
      </header>
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
      {list.isPending && (
        <p role="status" className="text-muted">
          Loading...
        </p>
      )}
      {list.isError && !entries && (
        <ListError what="The audit log" onRetry={() => void list.refetch()} />
      )}
      {entries && <Entries entries={entries} />}
      <LoadMore query={list} />
    </div>
  )
}

function Entries({ entries }: { entries: AuditEntry[] }) {
  return (
    <section aria-label="Entries" className="rounded-panel border border-line bg-surface">
      {entries.length === 0 && <p className="px-5 py-14 text-center text-muted">No entries</p>}
      <ul className="divide-y divide-line">
        {entries.map((entry) => (
          <li key={entry.id} className="grid gap-1 px-5 py-3.5 desk:grid-cols-[200px_1fr]">
            <time dateTime={entry.at} className="text-sm text-muted tabular-nums">
              {new Date(entry.at).toLocaleString()}
            </time>
            <p className="min-w-0 wrap-anywhere">
              <Link href={paths.profile(entry.actor.id)} className="font-semibold hover:underline">
                {entry.actor.name}
              </Link>{' '}
              · {actionLabels[entry.action]} · <TargetLink target={entry.target} />
              {entry.detail && <span className="text-muted"> · {entry.detail}</span>}
            </p>
          </li>
        ))}
      </ul>
    </section>
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
