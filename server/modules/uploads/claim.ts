import { conflict, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { markUsed, releaseByPath, releaseUsedBy } from './repository.ts'

/**
 * How other nouns take a registered file and give it back. All of it belongs into the transaction
 * that writes or deletes the row which names the file. One file serves one thing.
 */

type Claim = { userId: string; objectPath: string }

export async function claimAudio(db: Db, claim: Claim): Promise<{ duration: number | null }> {
  const used = await markUsed(db, { ...claim, kind: 'audio' })
  if (used === 'used before') throw conflict('This audio file is a track already.')
  if (!used) throw notFound('Audio file')
  return { duration: used.duration }
}

export async function claimImage(db: Db, claim: Claim): Promise<void> {
  const used = await markUsed(db, { ...claim, kind: 'image' })
  if (used === 'used before')
    throw conflict('This image is in use already. Please upload it again.')
  if (!used) throw notFound('Image')
}

/** The files are removed from the store soon after commit, again and again until they are gone. */
export async function releaseObjects(
  db: Db,
  objectPaths: readonly (string | null)[],
): Promise<void> {
  const paths = objectPaths.filter((path) => path !== null)
  if (paths.length > 0) await releaseByPath(db, paths)
}

/** Everything that a person's tracks, playlists and profile use. Before the person's row is deleted. */
export const releaseObjectsOf = (db: Db, userId: string): Promise<void> => releaseUsedBy(db, userId)
