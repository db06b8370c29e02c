import type { IncomingHttpHeaders } from 'node:http'
import { HttpError } from '#server/errors.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import type { Viewer } from '#server/viewer.ts'
import { isBot, isPrefetch, isSelfDeclaredBot } from './bots.ts'
import { dailyListenerToken, listenerKey } from './listener.ts'
import type { CountedPlay, Play, PlayCounter } from './plays/counter.ts'
import type { PlaySource } from './plays/repository.ts'

export type PlayClient = { ip: string; headers: IncomingHttpHeaders }

/** Per client subnet. Plays that are not counted are refunded. */
const playQuota = { max: 120, windowSeconds: 60 * 60 }

type Deps = {
  counter: PlayCounter
  limiter: RateLimiter
  /** The salt of the hashes that identify listeners without a cookie. */
  listenerSalt: Buffer
  onFailure(error: unknown): void
}

export type PlayRecorder = ReturnType<typeof createPlayRecorder>

/** Counts plays of all sources. */
export function createPlayRecorder({ counter, limiter, listenerSalt, onFailure }: Deps) {
  const quota = limiter.quota('counted-plays', playQuota)
  const dailyToken = ({ ip, headers }: PlayClient) =>
    dailyListenerToken(listenerSalt, { address: ip, browser: headers['user-agent'] ?? '' })

  /** For plays that a page reports. Rejects if there were too many. */
  async function count(play: Play, { ip }: PlayClient): Promise<CountedPlay> {
    quota.consume(ip)
    let counted = false
    try {
      const result = await counter.count(play)
      counted = result.counted
      return result
    } finally {
      if (!counted) quota.refund(ip)
    }
  }

  return {
    count,
    dailyToken,
    isIgnored: ({ headers }: PlayClient) =>
      isSelfDeclaredBot(headers['user-agent']) || isPrefetch(headers),
    /**
     * For plays that the server notices itself: the first bytes of a file, or the report of an app. A listener who is
     * not signed in is known for a day by a hash of address and app. Never rejects: the audio is sent in any case.
     */
    async record(
      {
        trackId,
        source,
        viewer,
      }: { trackId: string; source: PlaySource; viewer?: Viewer | undefined },
      client: PlayClient,
    ): Promise<void> {
      const { headers } = client
      const isRobot = source === 'feed' ? isBot : isSelfDeclaredBot
      if (isRobot(headers['user-agent']) || isPrefetch(headers)) return
      const listener = listenerKey(viewer, viewer ? '' : dailyToken(client))
      try {
        await count({ trackId, listener, viewer, source, referrer: null }, client)
      } catch (error) {
        if (!(error instanceof HttpError)) onFailure(error)
      }
    },
  }
}

/** Whether a request for a file asks for its beginning, which an app does once it plays or downloads it. */
export function asksForStart({
  method,
  headers,
}: { method: string } & Pick<PlayClient, 'headers'>) {
  const { range = 'bytes=0-', 'if-none-match': etag } = headers
  return method === 'GET' && /^bytes=0+-/.test(range) && etag === undefined
}
