import { and, desc, eq, ilike, or, sql } from 'drizzle-orm'
import type { AuditAction } from '#contract/audit-actions.ts'
import {
  auditLog,
  comments,
  playlists,
  shareNotes,
  tracks,
  users,
} from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { PageRange } from '#server/shared/cursor.ts'
import { containsPattern } from '#server/shared/text-filter-repository.ts'

export type Action = {
  actorId: string
  action: AuditAction
  /** The name is read if it is not given: the target must not be deleted yet. */
  target:
    | { kind: 'track' | 'playlist' | 'user' | 'comment' | 'note'; id: string; name?: string }
    | { kind: 'invite'; id: string; name: string }
  detail: string | null
}

/** As `displayName` of the users. */
const nameOfUser = sql`coalesce(nullif(display_name, ''), nullif(concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')), ''), username)`

const nameOf = {
  track: (id: string) => sql`(select title from ${tracks} where id = ${id})`,
  playlist: (id: string) => sql`(select title from ${playlists} where id = ${id})`,
  user: (id: string) => sql`(select ${nameOfUser} from ${users} where id = ${id})`,
  comment: (id: string) => sql`(select left(content, 100) from ${comments} where id = ${id})`,
  note: (id: string) => sql`(select left(text, 100) from ${shareNotes} where id = ${id})`,
  invite: () => sql`null`,
}

export async function insertEntry(tx: Db, { actorId, action, target, detail }: Action) {
  await tx.insert(auditLog).values({
    actorId,
    actorName: sql`coalesce(${nameOf.user(actorId)}, ${actorId}::text)`,
    action,
    targetKind: target.kind,
    targetId: target.id,
    targetName: target.name ?? sql`coalesce(${nameOf[target.kind](target.id)}, ${target.id}::text)`,
    detail,
  })
}

type Filter = PageRange & {
  action: AuditAction | undefined
  /** A part of a name. */
  q: string | null | undefined
}

export function listEntries(db: Db, { action, q, limit, after }: Filter) {
  const pattern = q && containsPattern(q)
  return db
    .select()
    .from(auditLog)
    .where(
      and(
        action && eq(auditLog.action, action),
        pattern
          ? or(ilike(auditLog.actorName, pattern), ilike(auditLog.targetName, pattern))
          : undefined,
        after && sql`(${auditLog.createdAt}, ${auditLog.id}) < (${after.value}, ${after.id})`,
      ),
    )
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(limit)
}
