import { and, eq, notExists } from 'drizzle-orm'
import { playlists, removals, tracks } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { isUuid } from '#server/platform/postgres/uuid.ts'

const sources = {
  track: { table: tracks, removed: removals.trackId },
  playlist: { table: playlists, removed: removals.playlistId },
} as const

/** Whether its owner has made it private. What a moderator has removed counts as missing. */
export async function isPrivate(
  db: Db,
  kind: keyof typeof sources,
  slugOrId: string,
): Promise<boolean> {
  const { table, removed } = sources[kind]
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        eq(isUuid(slugOrId) ? table.id : table.slug, slugOrId.normalize('NFC')),
        eq(table.privacy, 'private'),
        notExists(db.select({ id: removals.id }).from(removals).where(eq(removed, table.id))),
      ),
    )
  return rows.length > 0
}
