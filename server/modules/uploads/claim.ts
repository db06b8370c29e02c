import { conflict, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { markUsed, releaseByPath, releaseUsedBy } from './repository.ts'

/**
 * How other modules claim a registered file and release it, always in the transaction that writes or
 * deletes the row which references the file. A file is claimed once.
 */

type Claim = { userId: string; objectPath: string }

export async function claimAudio(
  db: Db,
  claim: Claim,
): Promise<{ duration: number | null; size: number | null }> {
  const used = await markUsed(db, { ...claim, kind: 'audio' })
  if (used === 'already used') throw conflict('This audio file is already used by a track.')
  if (!used) throw notFound('Audio file')
  return used
}

export async function claimImage(db: Db, claim: Claim): Promise<void> {
  const used = await markUsed(db, { ...claim, kind: 'image' })
  if (used === 'already used')
    throw conflict('This image is already in use. Please upload it again.')
  if (!used) throw notFound('Image')
}

/** A background job removes the files from the store soon after commit, and retries until they are removed. */
export async function releaseObjects(
  db: Db,
  objectPaths: readonly (string | null)[],
): Promise<void> {
  const paths = objectPaths.filter((path) => path !== null)
  if (paths.length > 0) await releaseByPath(db, paths)
}

/** Everything that a user's tracks, playlists and profile reference. Call it before the user's row is deleted. */
export const releaseObjectsOf = (db: Db, userId: string): Promise<void> => releaseUsedBy(db, userId)
