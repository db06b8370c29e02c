import { and, desc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import {
  playlists,
  playlistTracks,
  removals,
  shareLinks,
  shareListens,
  shareNotes,
  tracks,
  users,
} from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { PageRange } from '#server/shared/cursor.ts'
import { isActiveUser } from '#server/shared/visibility.ts'

export type LinkRow = Awaited<ReturnType<typeof listLinks>>[number]
export type NewLink = typeof shareLinks.$inferInsert
export type Item = { kind: 'track' | 'playlist'; id: string }

const itemColumn = ({ kind }: Item) =>
  kind === 'track' ? shareLinks.trackId : shareLinks.playlistId

const linkColumns = {
  ...getTableColumns(shareLinks),
  // Not `${shareLinks.id}`: of a single table drizzle writes columns without its name, which would be the note's.
  noteCount: sql<number>`(
    select count(*)::int from ${shareNotes} note where note.link_id = share_links.id and note.removed_at is null)`,
}

/** The caller cannot lose the item until the transaction ends. */
export async function lockItem(tx: Db, { kind, id }: Item) {
  const table = kind === 'track' ? tracks : playlists
  const rows = await tx
    .select({ id: table.id, userId: table.userId, privacy: table.privacy })
    .from(table)
    .where(eq(table.id, id))
    .for('no key update')
  return rows[0]
}

export const countLinks = (db: Db, item: Item) =>
  db.$count(shareLinks, eq(itemColumn(item), item.id))

export async function insertLink(tx: Db, link: NewLink): Promise<string> {
  const rows = await tx.insert(shareLinks).values(link).returning({ id: shareLinks.id })
  return (rows[0] as { id: string }).id
}

type Listing = PageRange & { userId: string; item?: Item | undefined }

/** Newest first. */
export function listLinks(db: Db, { userId, item, limit, after }: Listing) {
  return db
    .select(linkColumns)
    .from(shareLinks)
    .where(
      and(
        eq(shareLinks.userId, userId),
        item && eq(itemColumn(item), item.id),
        after && sql`(${shareLinks.createdAt}, ${shareLinks.id}) < (${after.value}, ${after.id})`,
      ),
    )
    .orderBy(desc(shareLinks.createdAt), desc(shareLinks.id))
    .limit(limit)
}

const isOwned = (id: string, userId: string) =>
  and(eq(shareLinks.id, id), eq(shareLinks.userId, userId))

/** Undefined if it is missing or another user's, as in the functions below. */
export async function findOwned(db: Db, id: string, userId: string): Promise<LinkRow | undefined> {
  const rows = await db.select(linkColumns).from(shareLinks).where(isOwned(id, userId))
  return rows[0]
}

export async function updateLink(db: Db, id: string, userId: string, set: Partial<NewLink>) {
  await db.update(shareLinks).set(set).where(isOwned(id, userId))
}

/** A link that is revoked stays revoked since then. */
export async function revokeLink(db: Db, id: string, userId: string) {
  await db
    .update(shareLinks)
    .set({ revokedAt: sql`now()` })
    .where(and(isOwned(id, userId), isNull(shareLinks.revokedAt)))
}

export async function deleteLink(db: Db, id: string, userId: string): Promise<boolean> {
  const { rowCount } = await db.delete(shareLinks).where(isOwned(id, userId))
  return rowCount === 1
}

/** By a moderator, or with everything of its suspended owner. */
const isRemoved = (condition: SQL) => sql`exists (select from ${removals} where ${condition})`

/**
 * The tracks that the link shows: its own one, or those of its playlist without the private ones of others. Only the
 * requested one, if any: playlists can be long.
 */
const sharedTracks = (trackId: string | undefined) => sql<string[]>`array(
  select track.id from ${tracks} track
  where (track.user_id = ${shareLinks.userId} or track.privacy <> 'private')
    and (track.id = ${shareLinks.trackId} or exists (
      select from ${playlistTracks} entry
      where entry.playlist_id = ${shareLinks.playlistId} and entry.track_id = track.id))
    ${trackId === undefined ? sql`` : sql`and track.id = ${trackId}`}
    and not ${isRemoved(sql`${removals.trackId} = track.id`)})`

const isToday = sql`${shareListens.startedAt} > now() - interval '1 day'`

export type FoundLink = NonNullable<Awaited<ReturnType<typeof findByToken>>>

/** Undefined if there is no such link, it is revoked, or its item or owner is hidden by a moderator. */
export async function findByToken(
  db: Db,
  { tokenHash, browser, trackId }: { tokenHash: string; browser: string; trackId?: string },
) {
  const rows = await db
    .select({
      id: shareLinks.id,
      userId: shareLinks.userId,
      trackId: shareLinks.trackId,
      playlistId: shareLinks.playlistId,
      allowDownload: shareLinks.allowDownload,
      isExpired: sql<boolean>`coalesce(${shareLinks.expiresAt} <= now(), false)`,
      isUsedUp: sql<boolean>`coalesce(${shareLinks.listens} >= ${shareLinks.maxListens}, false)`,
      hasBegun: sql<boolean>`exists (select from ${shareListens}
        where ${shareListens.linkId} = ${shareLinks.id} and ${shareListens.browser} = ${browser} and ${isToday})`,
      sharedTracks: sharedTracks(trackId),
    })
    .from(shareLinks)
    .innerJoin(users, and(eq(users.id, shareLinks.userId), isActiveUser))
    .where(
      and(
        eq(shareLinks.tokenHash, tokenHash),
        isNull(shareLinks.revokedAt),
        sql`not ${isRemoved(sql`${removals.trackId} = ${shareLinks.trackId}
          or ${removals.playlistId} = ${shareLinks.playlistId}`)}`,
      ),
    )
  return rows[0]
}

/**
 * Starts a listen, unless the limit is reached. One statement: the lock on the link lets concurrent requests wait, and
 * each then sees the count of the one before. A browser that has started today is found by the primary key.
 */
export async function startListen(db: Db, linkId: string, browser: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    with open_link as (
      select id from ${shareLinks}
      where id = ${linkId} and revoked_at is null and (expires_at is null or expires_at > now())
        and (max_listens is null or listens < max_listens)
      for no key update
    ), started as (
      insert into ${shareListens} as existing (link_id, browser) select id, ${browser} from open_link
      on conflict (link_id, browser) do update set started_at = now()
      where existing.started_at <= now() - interval '1 day'
      returning link_id
    )
    update ${shareLinks} link set listens = listens + 1, last_used_at = now()
    from started where link.id = started.link_id`)
  return rowCount === 1
}

export async function hasBegun(db: Db, linkId: string, browser: string): Promise<boolean> {
  const found = and(eq(shareListens.linkId, linkId), eq(shareListens.browser, browser), isToday)
  return (await db.$count(shareListens, found)) > 0
}

/** Ranges follow each other quickly: once a minute is enough. */
export async function touchLink(db: Db, linkId: string) {
  await db
    .update(shareLinks)
    .set({ lastUsedAt: sql`now()` })
    .where(
      and(eq(shareLinks.id, linkId), sql`${shareLinks.lastUsedAt} < now() - interval '1 minute'`),
    )
}
