import { eq, ne, or, type SQL } from 'drizzle-orm'
import type { Privacy } from '#contract/fields.ts'
import type { playlists, tracks } from '#server/database/schema.ts'
import type { Viewer } from '#server/viewer.ts'

type Owned = { privacy: Privacy; userId: string }

/** With its link a viewer can open anything except another user's private item. */
export function canView(item: Owned, viewer: Viewer | undefined): boolean {
  return item.privacy !== 'private' || canEdit(item, viewer)
}

/** The owner and the administrator see and edit every field. */
export function canEdit(item: Pick<Owned, 'userId'>, viewer: Viewer | undefined): boolean {
  return viewer !== undefined && (viewer.isAdmin || viewer.id === item.userId)
}

type OwnedTable = typeof tracks | typeof playlists

/** `canView` as an SQL condition, evaluated in the same statement as the read or write that it protects. */
export function visibleTo(table: OwnedTable, viewer: Viewer | undefined): SQL | undefined {
  if (viewer?.isAdmin) return undefined
  return or(ne(table.privacy, 'private'), viewer && eq(table.userId, viewer.id))
}

/** `canEdit` as an SQL condition. */
export function editableBy(table: OwnedTable, viewer: Viewer): SQL | undefined {
  return viewer.isAdmin ? undefined : eq(table.userId, viewer.id)
}
