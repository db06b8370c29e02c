import type { Db } from '#server/platform/postgres/open.ts'
import {
  deleteExpiredExports,
  deleteExpiredLinkTokens,
  deleteExpiredLoginAttempts,
  deleteExpiredPasskeyChallenges,
  deleteExpiredPlays,
  deleteExpiredProviderRecords,
  deleteExpiredRateLimits,
  deleteExpiredSessions,
  deleteObsoleteFeedChanges,
} from './repository.ts'

const deletions = [
  deleteExpiredSessions,
  deleteExpiredLoginAttempts,
  deleteExpiredLinkTokens,
  deleteExpiredPasskeyChallenges,
  deleteExpiredExports,
  deleteExpiredProviderRecords,
  deleteExpiredRateLimits,
  deleteExpiredPlays,
  deleteObsoleteFeedChanges,
]

/** Deletes expired rows. Any number of servers may do so concurrently. */
export async function purgeExpired(db: Db): Promise<void> {
  for (const deleteSome of deletions) {
    let hasMore = true
    while (hasMore) hasMore = await deleteSome(db)
  }
}
