import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/postgres/open.ts'
import { tracks } from '#server/platform/postgres/schema.ts'

/**
 * Asked for every piece of every track that is played: built once, it costs half. It has no name on
 * purpose: statements that the database keeps by name break behind some connection poolers.
 */
export function prepareFindAudio(db: Db) {
  const query = db
    .select({ userId: tracks.userId, privacy: tracks.privacy, audioUrl: tracks.audioUrl })
    .from(tracks)
    .where(eq(tracks.id, sql.placeholder('trackId')))
    .prepare('')
  return async (trackId: string) => (await query.execute({ trackId }))[0]
}
