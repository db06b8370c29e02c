import { sql } from 'drizzle-orm'
import { tracks } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

/**
 * Built once, because it is asked for every piece of every track that is played. It has no name on
 * purpose: statements that the database keeps by name break behind some connection poolers.
 */
export function prepareFindAudio(db: Db) {
  const query = db
    .select({
      id: tracks.id,
      userId: tracks.userId,
      privacy: tracks.privacy,
      audioUrl: tracks.audioUrl,
    })
    .from(tracks)
    .where(sql`${tracks.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('')
  return (ids: readonly string[]) => query.execute({ ids: [...new Set(ids)] })
}
