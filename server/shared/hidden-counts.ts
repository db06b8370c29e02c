import { sql } from 'drizzle-orm'
import { playlists, tracks, users } from '#server/database/schema.ts'
import type { ContentViewer } from '#server/viewer.ts'
import { canEdit } from './visibility.ts'

const hidesCountsOf = (table: typeof tracks | typeof playlists) => sql<boolean>`(
  select owner.hide_counts from ${users} owner where owner.id = ${table.userId})`

/** Whether the owner of a track hides from others how often it was played and liked. */
export const hidesCounts = hidesCountsOf(tracks)
export const hidesPlaylistCounts = hidesCountsOf(playlists)

/** What is hidden still ranks tracks. */
export const seesCounts = (
  item: { userId: string; hidesCounts: boolean },
  viewer: ContentViewer | undefined,
): boolean => !item.hidesCounts || canEdit(item, viewer)
