import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/postgres/open.ts'
import { tracks } from '#server/platform/postgres/schema.ts'

export async function findAudio(db: Db, trackId: string) {
  const rows = await db
    .select({ userId: tracks.userId, privacy: tracks.privacy, audioUrl: tracks.audioUrl })
    .from(tracks)
    .where(eq(tracks.id, trackId))
  return rows[0]
}
