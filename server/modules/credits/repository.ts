import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { credits, playlists, tracks, users } from '#server/database/schema.ts'
import { userSummaryColumns } from '#server/modules/users/columns.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { PageRange } from '#server/shared/cursor.ts'
import { visibleTo } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'

export type CreditRow = Pick<typeof credits.$inferSelect, 'role' | 'name' | 'userId' | 'status'>
export type Target = { trackId: string } | { playlistId: string }

const belongsTo = (target: Target) =>
  'trackId' in target
    ? eq(credits.trackId, target.trackId)
    : eq(credits.playlistId, target.playlistId)

const columns = {
  role: credits.role,
  name: credits.name,
  userId: credits.userId,
  status: credits.status,
}

const shownColumns = { ...columns, username: users.username }
export type ShownRow = CreditRow & { username: string | null }

export function listCreditRows(db: Db, target: Target): Promise<ShownRow[]> {
  return db
    .select(shownColumns)
    .from(credits)
    .leftJoin(users, eq(users.id, credits.userId))
    .where(belongsTo(target))
    .orderBy(asc(credits.position))
}

/** A decision that is made meanwhile waits, and is not overwritten. */
export function lockCreditRows(tx: Db, target: Target): Promise<CreditRow[]> {
  return tx
    .select(columns)
    .from(credits)
    .where(belongsTo(target))
    .orderBy(asc(credits.position))
    .for('update')
}

export function listCreditRowsOfTracks(db: Db, trackIds: string[]) {
  return db
    .select({ ...shownColumns, trackId: credits.trackId })
    .from(credits)
    .leftJoin(users, eq(users.id, credits.userId))
    .where(inArray(credits.trackId, trackIds))
    .orderBy(asc(credits.position))
}

export async function replaceCredits(db: Db, target: Target, rows: CreditRow[]): Promise<void> {
  await db.delete(credits).where(belongsTo(target))
  if (rows.length > 0)
    await db.insert(credits).values(rows.map((row, position) => ({ ...row, ...target, position })))
}

type Status = CreditRow['status']

/** Of what the member may see. */
export function listOwnRows(
  db: Db,
  viewer: Viewer,
  { limit, after, status }: PageRange & { status?: Status | undefined },
) {
  return db
    .select({
      id: credits.id,
      role: credits.role,
      name: credits.name,
      status: credits.status,
      createdAt: credits.createdAt,
      track: { id: tracks.id, slug: tracks.slug, title: tracks.title },
      playlist: {
        id: playlists.id,
        slug: playlists.slug,
        title: playlists.title,
        type: playlists.type,
      },
      user: userSummaryColumns,
    })
    .from(credits)
    .leftJoin(tracks, eq(tracks.id, credits.trackId))
    .leftJoin(playlists, eq(playlists.id, credits.playlistId))
    .innerJoin(users, eq(users.id, sql`coalesce(${tracks.userId}, ${playlists.userId})`))
    .where(
      and(
        eq(credits.userId, viewer.id),
        status && eq(credits.status, status),
        or(
          and(sql`${credits.trackId} is not null`, visibleTo(tracks, viewer)),
          and(sql`${credits.playlistId} is not null`, visibleTo(playlists, viewer)),
        ),
        after && sql`(${credits.createdAt}, ${credits.id}) < (${after.value}, ${after.id})`,
      ),
    )
    .orderBy(desc(credits.createdAt), desc(credits.id))
    .limit(limit)
}

/** Undefined if the credit does not name the user. */
export async function setStatus(db: Db, id: string, userId: string, status: Status) {
  const condition = and(eq(credits.id, id), eq(credits.userId, userId))
  const [credit] = await db
    .select({
      status: credits.status,
      trackId: credits.trackId,
      playlistId: credits.playlistId,
      ownerId: sql<string>`coalesce(${tracks.userId}, ${playlists.userId})`,
    })
    .from(credits)
    .leftJoin(tracks, eq(tracks.id, credits.trackId))
    .leftJoin(playlists, eq(playlists.id, credits.playlistId))
    .where(condition)
    .for('no key update', { of: credits })
  if (!credit) return undefined
  await db.update(credits).set({ status }).where(condition)
  const { trackId, playlistId, ownerId } = credit
  const target: Target = trackId === null ? { playlistId: playlistId ?? '' } : { trackId }
  return { ownerId, target, wasAccepted: credit.status === 'accepted' }
}
