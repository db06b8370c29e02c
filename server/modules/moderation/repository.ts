import { and, eq, isNotNull, sql } from 'drizzle-orm'
import {
  playlists,
  reportDecisions,
  reportedItems,
  reports,
  tracks,
  users,
} from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { isAdministrator } from '#server/shared/administrators.ts'
import type { Administrators } from '#server/viewer.ts'

/** What was removed or restored, and the address of its uploader. */
export async function findDecision(db: Db, id: string) {
  const rows = await db
    .select({
      reason: reportDecisions.reason,
      kind: reportedItems.kind,
      id: sql<string>`coalesce(${tracks.id}, ${playlists.id})`,
      title: sql<string>`coalesce(${tracks.title}, ${playlists.title})`,
      slug: sql<string>`coalesce(${tracks.slug}, ${playlists.slug})`,
      email: users.email,
    })
    .from(reportDecisions)
    .innerJoin(reportedItems, eq(reportedItems.id, reportDecisions.itemId))
    .leftJoin(tracks, eq(tracks.id, reportedItems.trackId))
    .leftJoin(playlists, eq(playlists.id, reportedItems.playlistId))
    .innerJoin(users, sql`${users.id} = coalesce(${tracks.userId}, ${playlists.userId})`)
    .where(eq(reportDecisions.id, id))
  return rows[0]
}

/** False if there is none that administrators have not been notified of. Of concurrent calls one gets true. */
export async function markReportsMailed(db: Db): Promise<boolean> {
  const { rowCount } = await db
    .update(reports)
    .set({ isMailed: true })
    .where(eq(reports.isMailed, false))
  return (rowCount ?? 0) > 0
}

/** The administrators who have an email address. */
export async function listAdministratorIds(
  db: Db,
  administrators: Administrators,
): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isNotNull(users.email), isAdministrator(administrators)))
  return rows.map(({ id }) => id)
}

export async function findEmail(db: Db, userId: string) {
  const rows = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return rows[0]?.email ?? undefined
}
