import { type HttpError, unauthorized } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { lockUserForKeyShare } from './repository.ts'

/**
 * For transactions that insert rows which reference a user, by default the caller: the account may
 * be in the middle of being deleted or suspended. The user's row stays until the transaction ends.
 */
export async function assertUserExistsLocked(
  tx: Db,
  userId: string,
  error: () => HttpError = unauthorized,
): Promise<void> {
  if (!(await lockUserForKeyShare(tx, userId))) throw error()
}
