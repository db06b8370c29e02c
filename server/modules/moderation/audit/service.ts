import { isDeepStrictEqual } from 'node:util'
import type { AuditEntry } from '#contract/audit.ts'
import type { AuditAction } from '#contract/audit-actions.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { mapPage, type Page, type PageQuery, readPage } from '#server/shared/cursor.ts'
import type { Viewer } from '#server/viewer.ts'
import { type Action, insertEntry, listEntries } from './repository.ts'

type Recorded = Pick<Action, 'action' | 'target'> & { detail?: string | null | undefined }

/** In the transaction of the write: there is no write without its entry. */
export async function recordAction(tx: Db, viewer: Viewer, { action, target, detail }: Recorded) {
  await insertEntry(tx, { actorId: viewer.id, action, target, detail: detail ?? null })
}

/** The names of the fields that an update changes: forms send all of theirs. */
export function changedFields(before: object, update: object): string {
  const old = new Map(Object.entries(before))
  return Object.entries(update)
    .flatMap(([name, value]) =>
      value === undefined || isDeepStrictEqual(value, old.get(name)) ? [] : name,
    )
    .join(', ')
}

type ListQuery = PageQuery & {
  action?: AuditAction | undefined
  q?: string | null | undefined
}

export async function listAudit(
  db: Db,
  { action, q, ...query }: ListQuery,
): Promise<Page<AuditEntry>> {
  const page = await readPage(
    'audit log',
    query,
    (range) => listEntries(db, { action, q, ...range }),
    ({ id, createdAt }) => [createdAt, id],
  )
  return mapPage(page, (row) => ({
    id: row.id,
    at: row.createdAt.toISOString(),
    actor: { id: row.actorId, name: row.actorName },
    action: row.action as AuditAction,
    target: { kind: row.targetKind, id: row.targetId, name: row.targetName },
    detail: row.detail,
  }))
}
