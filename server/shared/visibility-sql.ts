import { eq, ne, or, type SQL } from 'drizzle-orm'
import type { playlists, tracks } from '#server/database/schema.ts'
import type { Viewer } from '#server/viewer.ts'

/**
 * The rules of visibility.ts as SQL conditions, so that they are evaluated in the same statement as
 * the read or write they protect.
 */

type OwnedTable = typeof tracks | typeof playlists

export function visibleTo(table: OwnedTable, viewer: Viewer | undefined): SQL | undefined {
  if (viewer?.isAdmin) return undefined
  return or(ne(table.privacy, 'private'), viewer && eq(table.userId, viewer.id))
}

export function editableBy(table: OwnedTable, viewer: Viewer): SQL | undefined {
  return viewer.isAdmin ? undefined : eq(table.userId, viewer.id)
}
