import type { Db } from '#server/platform/postgres/open.ts'
import {
  expiredExports,
  expiredLinkTokens,
  expiredLoginAttempts,
  expiredPasskeyChallenges,
  expiredPlays,
  expiredProviderRecords,
  expiredRateLimits,
  expiredSessions,
  obsoleteFeedChanges,
} from './repository.ts'

const sweeps = [
  expiredSessions,
  expiredLoginAttempts,
  expiredLinkTokens,
  expiredPasskeyChallenges,
  expiredExports,
  expiredProviderRecords,
  expiredRateLimits,
  expiredPlays,
  obsoleteFeedChanges,
]

/** Deletes expired rows. Any number of servers may do so concurrently. */
export async function purgeExpired(db: Db): Promise<void> {
  for (const removeSome of sweeps) {
    let hasMore = true
    while (hasMore) hasMore = await removeSome(db)
  }
}
