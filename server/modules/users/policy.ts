import { type HttpError, unauthorized } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { lockUsers } from './repository.ts'

/** Those of these users who exist and are not suspended; they stay so until the transaction ends. */
export const lockUsersForKeyShare = (tx: Db, ids: string[]): Promise<Set<string>> =>
  lockUsers(tx, ids, 'key share')

/**
 * For transactions that insert rows which reference a user, by default the caller: the account may
 * be in the middle of being deleted or suspended. The user's row stays until the transaction ends.
 */
export async function assertUserExistsLocked(
  tx: Db,
  userId: string,
  error: () => HttpError = unauthorized,
): Promise<void> {
  if (!(await lockUsersForKeyShare(tx, [userId])).has(userId)) throw error()
}

/** As above; what the caller and these others do in such transactions waits for each other. */
export async function lockCaller(tx: Db, { id }: Viewer, others: string[] = []): Promise<void> {
  if (!(await lockUsers(tx, [id, ...others], 'no key update')).has(id)) throw unauthorized()
}
