import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { HttpError } from '#server/errors.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import { deriveKey } from '#server/platform/secrets/secrets.ts'
import type { ContentViewer, Viewer } from '#server/viewer.ts'
import { isBot, isPrefetch, isSelfDeclaredBot } from './bots.ts'
import { recordListen } from './history/service.ts'
import { dailyListenerToken, listenerKey } from './listener.ts'
import { type CountedPlay, createPlayCounter } from './plays/counter.ts'
import { startFlushLoop } from './plays/flush-pending.ts'
import type { PlaySource } from './plays/repository.ts'
import { recordRetention } from './retention/service.ts'
import { startScrobbling } from './scrobbling/start.ts'

/** The request that reports a listen. */
export type ListenClient = { ip: string; headers: IncomingHttpHeaders }

/** What is known of a listen by now. Whoever reports it has checked that the viewer may see the track. */
export type ListenReport = {
  trackId: string
  /** Whose history, services and retention it is for; undefined for an anonymous listener. */
  viewer: Viewer | undefined
  client: ListenClient
  /** It counts, once per listener in 24 hours. */
  play?: {
    source: PlaySource
    /** Identifies an anonymous browser. Without it a hash of address and browser does, for a day. */
    token?: () => string
    /** Who opens the track, if that is not the viewer: the holder of a share link. */
    access?: ContentViewer | undefined
    /** The host of the site that the listener came from. */
    referrer?: string | null | undefined
  }
  history?: { secondsAgo?: number | undefined }
  /** Tells the services that the viewer has connected. */
  nowPlaying?: true
  scrobble?: { startedAt: Date }
  retention?: { listenId: string; position: number }
}

/** Per client subnet. Plays that are not counted are refunded. */
const playQuota = { max: 120, windowSeconds: 60 * 60 }
/** Twice as many as plays, because a track that is played again is one play. */
const listenQuota = { max: 240, windowSeconds: 60 * 60 }

type Deps = Omit<Parameters<typeof startScrobbling>[0], 'onFailure'> & {
  limiter: RateLimiter
  /** Of the days of the statistics. */
  statsTimeZone: string
  /** Returns a function that logs an error. */
  warn(message: string): (error: unknown) => void
}

export type Listening = ReturnType<typeof startListening>

/** Everything that follows from a listen, whatever reports it: the site, embedded players, share links, feeds and apps. */
export function startListening({ limiter, statsTimeZone, warn, ...deps }: Deps) {
  const { db, sessionSecret } = deps
  const counter = createPlayCounter(db, statsTimeZone)
  const flushLoop = startFlushLoop(db, { onFailure: warn('flushing pending plays failed') })
  const { scrobbler, ...scrobbling } = startScrobbling({
    ...deps,
    onFailure: warn('scrobbling failed'),
  })
  const onPlayFailure = warn('counting a play failed')
  const plays = limiter.quota('counted-plays', playQuota)
  const listens = limiter.quota('started-listens', listenQuota)
  const salt = deriveKey(sessionSecret, 'embedded listeners')
  const dailyToken = ({ ip, headers }: ListenClient) =>
    dailyListenerToken(salt, { address: ip, browser: headers['user-agent'] ?? '' })

  const countPlay = (
    { trackId, viewer, client }: ListenReport,
    { source, access = viewer, token, referrer = null }: NonNullable<ListenReport['play']>,
  ) => {
    const listener = listenerKey(viewer, viewer ? '' : (token?.() ?? dailyToken(client)))
    return charge(
      plays,
      client,
      () => counter.count({ trackId, listener, viewer: access, source, referrer }),
      ({ counted }) => counted,
    )
  }

  return {
    scrobbler,
    /** For what does not count, such as plays of robots. */
    getUncounted: counter.ignore,

    /**
     * Returns what a play has counted; undefined for none, and for what robots and prefetching browsers report. Plays that
     * the server notices itself, by the first bytes of a file or the report of an app, never reject: the audio is sent in
     * any case.
     */
    async report(listen: ListenReport): Promise<CountedPlay | undefined> {
      const { trackId, viewer, client, play, history, nowPlaying, scrobble, retention } = listen
      let counted: CountedPlay | undefined
      if (play && !isIgnored(client, play.source))
        counted = await countPlay(listen, play).catch((error: unknown) => {
          if (play.source !== 'feed' && play.source !== 'app') throw error
          if (!(error instanceof HttpError)) onPlayFailure(error)
          return undefined
        })
      if (viewer && history) await recordListen(db, { trackId, ...history }, viewer)
      if (viewer && nowPlaying) await scrobbler.announce(viewer, trackId)
      if (viewer && scrobble) await scrobbler.add(viewer, trackId, scrobble.startedAt)
      if (retention && !isIgnored(client))
        await charge(
          listens,
          client,
          () => recordRetention(db, { trackId, ...retention }, { viewer, timeZone: statsTimeZone }),
          (isNew) => isNew,
        )
      return counted
    },
    stop: () => Promise.all([flushLoop.stop(), scrobbling.stop()]),
  }
}

function isIgnored({ headers }: ListenClient, source?: PlaySource): boolean {
  const isRobot = source === 'feed' ? isBot : isSelfDeclaredBot
  return isRobot(headers['user-agent']) || isPrefetch(headers)
}

/** What adds nothing new is free. */
async function charge<Result>(
  quota: ReturnType<RateLimiter['quota']>,
  { ip }: ListenClient,
  run: () => Promise<Result>,
  isNew: (result: Result) => boolean,
): Promise<Result> {
  quota.consume(ip)
  let isCharged = false
  try {
    const result = await run()
    isCharged = isNew(result)
    return result
  } finally {
    if (!isCharged) quota.refund(ip)
  }
}

/** Whether a request for a file asks for its beginning, which an app does once it plays or downloads it. */
export function asksForStart({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>) {
  const { range = 'bytes=0-', 'if-none-match': etag } = headers
  return method === 'GET' && /^bytes=0+-/.test(range) && etag === undefined
}
