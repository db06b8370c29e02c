import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { shareLinks, tracks, trackVersions, users } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { preparedQuery } from '#server/platform/postgres/prepared-query.ts'
import { isActiveUser } from '#server/shared/visibility.ts'

const audioById = preparedQuery('audio_by_id', (db, name) =>
  db
    .select({
      id: tracks.id,
      userId: tracks.userId,
      privacy: tracks.privacy,
      audioPath: tracks.audioPath,
      opusPath: tracks.opusPath,
      aacPath: tracks.aacPath,
    })
    .from(tracks)
    .where(eq(tracks.id, sql.placeholder('id')))
    .prepare(name),
)

/** Runs for every range request of every track. */
export async function findAudio(db: Db, id: string) {
  const rows = await audioById(db).execute({ id })
  return rows[0]
}

/** Former audio, for listeners who began before it was replaced. */
export async function findFormerAudio(db: Db, trackId: string, urlVersion: string) {
  const isFormer = and(eq(trackVersions.trackId, trackId), eq(trackVersions.urlVersion, urlVersion))
  const rows = await db.select(versionFiles).from(trackVersions).where(isFormer).limit(1)
  return rows[0]
}

export async function findVersionAudio(db: Db, trackId: string, versionId: string) {
  const rows = await db
    .select({ ...versionFiles, userId: trackVersions.userId })
    .from(trackVersions)
    .where(and(eq(trackVersions.id, versionId), eq(trackVersions.trackId, trackId)))
  return rows[0]
}

const versionFiles = {
  audioPath: trackVersions.audioPath,
  opusPath: trackVersions.opusPath,
  aacPath: trackVersions.aacPath,
}

/** Of these users, those who are neither suspended nor deleted. */
export async function findActiveUsers(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(sql`${users.id} = any(${sql.param(ids)}::uuid[])`, isActiveUser))
  return new Set(rows.map(({ id }) => id))
}

/** Of these share links, those that are neither revoked nor deleted. */
export async function findActiveLinks(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: shareLinks.id })
    .from(shareLinks)
    .where(and(inArray(shareLinks.id, ids), isNull(shareLinks.revokedAt)))
  return new Set(rows.map(({ id }) => id))
}
