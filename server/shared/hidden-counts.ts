import { type SQL, sql } from 'drizzle-orm'
import { users } from '#server/database/schema.ts'
import type { ContentViewer } from '#server/viewer.ts'
import { canEdit } from './visibility.ts'

/** Whether the owner of a track or release hides from others how often it was played and liked. */
export const hidesCountsOf = (row: string): SQL<boolean> => sql<boolean>`(
  select owner.hide_counts from ${users} owner where owner.id = ${sql.raw(row)}.user_id)`

export const hidesCounts = hidesCountsOf('tracks')

/** What is hidden still ranks tracks. */
export const seesCounts = (
  item: { userId: string; hidesCounts: boolean },
  viewer: ContentViewer | undefined,
): boolean => !item.hidesCounts || canEdit(item, viewer)
