import { sql } from 'drizzle-orm'
import { tracks } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { preparedQuery } from '#server/platform/postgres/prepared-query.ts'

const audioByIds = preparedQuery('audio_by_ids', (db, name) =>
  db
    .select({
      id: tracks.id,
      userId: tracks.userId,
      privacy: tracks.privacy,
      audioUrl: tracks.audioUrl,
      opusUrl: tracks.opusUrl,
      aacUrl: tracks.aacUrl,
    })
    .from(tracks)
    .where(sql`${tracks.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare(name),
)

/** Runs for every range request of every track. */
export const findAudio = (db: Db, ids: readonly string[]) =>
  audioByIds(db).execute({ ids: [...new Set(ids)] })
