import type { Removal } from '#contract/fields.ts'
import { conflict, notFound } from '#server/errors.ts'
import { notify } from '#server/modules/notifications/service.ts'
import { exposeObjects } from '#server/modules/uploads/cleanup-service.ts'
import { type FileHash, hashFile } from '#server/modules/uploads/service.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { audioObject } from '#server/shared/object-keys.ts'
import {
  deleteRemoval,
  deleteRemovedFile,
  findRemoval,
  insertRemoval,
  insertRemovedFiles,
  listAudioPaths,
  lockTarget,
  setPrivacy,
  type Target,
} from './repository.ts'

/**
 * The hashes of a track's audio and its former versions; none for a playlist, and of files that are missing. Call it
 * before the transaction, because it reads the whole files.
 */
export async function hashAudioOf(
  { db, store }: { db: Db; store: ObjectStore },
  { kind, id }: Target,
): Promise<FileHash[]> {
  const hashes: FileHash[] = []
  for (const path of kind === 'track' ? await listAudioPaths(db, id) : []) {
    const object = audioObject(path)
    const hash = object && (await hashFile(store, object.key))
    if (hash) hashes.push(hash)
  }
  return hashes
}

/** Makes it private and stores the hash of its audio. The caller rotates its keys after the commit. */
export async function removeContent(
  tx: Db,
  target: Target,
  { reason, files }: { reason: string; files: FileHash[] },
): Promise<void> {
  const current = await lockTarget(tx, target)
  if (!current) throw notFound('Report')
  if (!(await insertRemoval(tx, target, { privacy: current.privacy, reason })))
    throw conflict('This was already removed.')
  await notify(tx, noticeOf(target, current.userId, 'removed'))
  if (target.kind === 'track')
    await insertRemovedFiles(
      tx,
      files.map((file) => ({ trackId: target.id, ...file })),
    )
  if (current.privacy === 'private') return
  await setPrivacy(tx, target, 'private')
  await exposeObjects(tx, target.id, current.files)
}

const noticeOf = ({ kind, id }: Target, userId: string, detail: 'removed' | 'restored') => ({
  ...(kind === 'track' ? { trackId: id } : { playlistId: id }),
  kind: 'moderation' as const,
  userId,
  detail,
})

/** For undoing a removal: the content is locked before its item of the moderation queue, as in all transactions. */
export async function lockContent(tx: Db, target: Target): Promise<{ userId: string }> {
  const content = await lockTarget(tx, target)
  if (!content) throw notFound('Report')
  return content
}

/** Of content that is locked. */
export async function restoreContent(tx: Db, target: Target, ownerId: string): Promise<void> {
  const privacy = await deleteRemoval(tx, target)
  if (privacy) await setPrivacy(tx, target, privacy)
  if (target.kind === 'track') await deleteRemovedFile(tx, target.id)
  await notify(tx, noticeOf(target, ownerId, 'restored'))
}

/**
 * For callers who can see the item: its owner and administrators. What was removed is private, so others need no query.
 */
export async function getRemoval(
  db: Db,
  { kind, id, privacy }: Target & { privacy: string },
): Promise<Removal | null> {
  const removal = privacy === 'private' ? await findRemoval(db, { kind, id }) : undefined
  if (removal?.reason == null) return null
  return { reason: removal.reason, at: removal.createdAt.toISOString() }
}

/** For edits of the privacy, which must have locked the row. */
export async function assertNotRemoved(tx: Db, target: Target): Promise<void> {
  const removal = await findRemoval(tx, target)
  if (removal?.reason === null)
    throw conflict('The account is suspended, so the privacy cannot be changed.')
  if (removal) throw conflict('A moderator removed this, so its privacy cannot be changed.')
}
