import type { Scrobbling } from '#contract/scrobbling.ts'
import type { ScrobblingService } from '#contract/scrobbling-services.ts'
import type { AccountRow } from './repository.ts'

export function presentScrobbling(
  rows: { account: AccountRow; isReadable: boolean; waiting: number }[],
  authorizeUrl: string | null,
): Scrobbling {
  const connectionTo = (service: ScrobblingService) => {
    const row = rows.find(({ account }) => account.service === service)
    if (!row) return null
    const { username, url, isRejected } = row.account
    return { username, url, isRejected, isUnreadable: !row.isReadable, waiting: row.waiting }
  }
  return {
    listenbrainz: { connection: connectionTo('listenbrainz') },
    lastfm: { connection: connectionTo('lastfm'), authorizeUrl },
  }
}
