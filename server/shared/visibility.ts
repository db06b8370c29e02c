import { type Column, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Privacy } from '#contract/fields.ts'
import { blocks, playlists, removals, tracks, users } from '#server/database/schema.ts'
import type { ContentViewer, Viewer } from '#server/viewer.ts'

type Owned = { id: string; privacy: Privacy; userId: string }

/** With its URL a viewer can open anything except another user's private item, which needs a share link. */
export function canView(item: Owned, viewer: ContentViewer | undefined): boolean {
  return item.privacy !== 'private' || canEdit(item, viewer) || sharedWith(viewer).includes(item.id)
}

/** What a share link lets its holder see. */
const sharedWith = (viewer: ContentViewer | undefined) =>
  viewer && 'sharedIds' in viewer ? viewer.sharedIds : []

/** The owner and the administrator see and edit every field. */
export function canEdit(item: Pick<Owned, 'userId'>, viewer: ContentViewer | undefined): boolean {
  return viewer !== undefined && (viewer.isAdmin || viewer.id === item.userId)
}

/** Whether a track may say which release it is on: no public track leads to an unlisted release. */
export const canViewReleaseOf = (
  track: Pick<Owned, 'privacy'>,
  release: Owned,
  viewer: ContentViewer | undefined,
): boolean =>
  canView(release, viewer) &&
  (release.privacy !== 'unlisted' || track.privacy !== 'public' || canEdit(release, viewer))

type OwnedTable = typeof tracks | typeof playlists

/** `canView` as an SQL condition, evaluated in the same statement as the read or write that it protects. */
export function visibleTo(table: OwnedTable, viewer: ContentViewer | undefined): SQL | undefined {
  if (viewer?.isAdmin) return undefined
  const shared = sharedWith(viewer)
  return or(
    ne(table.privacy, 'private'),
    viewer?.id ? eq(table.userId, viewer.id) : undefined,
    shared.length > 0 ? sql`${table.id} = any(${sql.param(shared)}::uuid[])` : undefined,
  )
}

/** `canEdit` as an SQL condition. */
export function editableBy(table: OwnedTable, viewer: Viewer): SQL | undefined {
  return viewer.isAdmin ? undefined : eq(table.userId, viewer.id)
}

/** Whether a moderator removed the item. Only private rows are looked up. */
const isRemoved = (table: OwnedTable, reference: Column) =>
  sql<boolean>`(${table.privacy} = 'private' and exists (
    select from ${removals} where ${reference} = ${table.id} and ${removals.reason} is not null))`

export const isRemovedTrack = isRemoved(tracks, removals.trackId)
export const isRemovedPlaylist = isRemoved(playlists, removals.playlistId)

/**
 * Only administrators can see suspended users. What those own is private meanwhile (modules/moderation/suspensions), so that the
 * rules above apply to it.
 */
export function canViewUser(
  user: Pick<typeof users.$inferSelect, 'suspendedAt'>,
  viewer: ContentViewer | undefined,
): boolean {
  return user.suspendedAt === null || viewer?.isAdmin === true
}

/** `canViewUser` for everyone but administrators as an SQL condition. */
export const isActiveUser: SQL = isNull(users.suspendedAt)

/** Of a row in raw SQL, by its alias. Literals: PostgreSQL uses a partial index for no parameter. */
export const isPublic = (row: string): SQL => sql.raw(`${row}.privacy = 'public'`)
export const isUnlisted = (row: string): SQL => sql.raw(`${row}.privacy = 'unlisted'`)
export const isNotPrivate = (row: string): SQL => sql.raw(`${row}.privacy <> 'private'`)
export const isRelease = (row: string): SQL => sql.raw(`${row}.type <> 'playlist'`)
export const isPublicRelease = (row: string): SQL => sql`(${isPublic(row)} and ${isRelease(row)})`

/** What a user's lists and totals of others contain. */
export const isPublicOrOwn = (row: string, userId: string, owner = `${row}.user_id`): SQL =>
  sql`(${isPublic(row)} or ${sql.raw(owner)} = ${userId})`

type UserId = SQL | Column

/** Whether the first user has blocked the second one. */
export const hasBlocked = (userId: UserId, blockedId: UserId): SQL<boolean> => sql`exists (
  select from ${blocks} block where block.user_id = ${userId} and block.blocked_id = ${blockedId})`

/** Neither has blocked the other. Two conditions, which hashes answer for many rows at once. */
export const areUnblocked = (a: UserId, b: UserId): SQL =>
  sql`(not ${hasBlocked(a, b)} and not ${hasBlocked(b, a)})`
