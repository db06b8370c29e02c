import { and, type Column, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Privacy } from '#contract/fields.ts'
import { playlists, removals, tracks, users } from '#server/database/schema.ts'
import type { Administrators, ContentViewer, Viewer } from '#server/viewer.ts'

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
 * Only administrators can see suspended users. What those own is private meanwhile (modules/suspensions), so that the
 * rules above apply to it.
 */
export function canViewUser(
  user: Pick<typeof users.$inferSelect, 'suspendedAt'>,
  viewer: ContentViewer | undefined,
): boolean {
  return user.suspendedAt === null || viewer?.isAdmin === true
}

/** Whether the owner of a track hides from others how often it was played and liked. */
export const hidesCounts = sql<boolean>`(
  select owner.hide_counts from ${users} owner where owner.id = ${tracks.userId})`

/** What is hidden still ranks tracks. */
export const seesCounts = (
  track: Pick<Owned, 'userId'> & { hidesCounts: boolean },
  viewer: ContentViewer | undefined,
): boolean => !track.hidesCounts || canEdit(track, viewer)

/** `canViewUser` for everyone but administrators as an SQL condition. */
export const isActiveUser: SQL = isNull(users.suspendedAt)

/** Who is an administrator. An email address counts only if the identity provider has verified it. */
export function createAdminPolicy({ emails, userIds }: Administrators) {
  const adminEmails = new Set(emails.map((email) => email.toLowerCase()))
  const adminIds = new Set(userIds)
  return ({
    id,
    email,
    emailVerified,
  }: Pick<typeof users.$inferSelect, 'id' | 'email' | 'emailVerified'>): boolean =>
    adminIds.has(id) || (emailVerified && email !== null && adminEmails.has(email.toLowerCase()))
}

/** `createAdminPolicy` as an SQL condition. Email addresses are stored in lower case. */
export function isAdministrator({ emails, userIds }: Administrators): SQL | undefined {
  const addresses = emails.map((email) => email.toLowerCase())
  return or(
    and(users.emailVerified, inArray(users.email, addresses)),
    inArray(users.id, [...userIds]),
  )
}
