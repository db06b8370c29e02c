import type { QueryClient } from '@tanstack/react-query'
import { type RouteInput, urlFor } from '#contract/client.ts'
import * as routes from '#contract/routes.ts'
import { scrobblingQuery } from '#web/api/account.ts'
import { request } from '#web/api/client.ts'
import { recordListen } from '#web/api/library.ts'
import type { BrowserStorage } from '#web/lib/browser-storage.ts'
import { type ListenEvent, reportRetention } from './listen-detection.ts'
import { createListenOutbox, type ListenOutbox } from './listen-outbox.ts'
import type { Owner } from './player-storage.ts'

type Deps = {
  queryClient: QueryClient
  storage: BrowserStorage
  owner: () => Promise<Owner>
  /** Whether the server has rejected it for good. */
  isFinal: (error: unknown) => boolean
}

/**
 * Reports the listens of the site's player: how far they get, and of signed-in users for their history and the
 * services that they have connected. What is left is sent at once and when the network is back. Without the owner it is
 * sent the next time.
 */
export function connectListenReports({ queryClient, storage, owner, isFinal }: Deps) {
  const listen = (body: RouteInput<typeof routes.recordListen>['body']) =>
    recordListen(queryClient, body)
  const scrobble = (body: RouteInput<typeof routes.recordScrobble>['body']) =>
    request(routes.recordScrobble, { body, keepalive: true })
  let outbox: ListenOutbox | undefined
  async function open(): Promise<ListenOutbox> {
    const id = await owner()
    outbox ??= createListenOutbox({ storage, owner: id, isFinal, send: { listen, scrobble } })
    return outbox
  }
  const flush = () => void open().then((box) => box.flush(), console.warn)
  flush()
  addEventListener('online', flush)

  /** Offline it may be unknown whether services are connected. */
  function hasServices() {
    const found = queryClient.getQueryData(scrobblingQuery.queryKey)
    return !found || Boolean(found.listenbrainz.connection || found.lastfm.connection)
  }
  async function announce(trackId: string) {
    if ((await owner()) === null) return
    await queryClient.prefetchQuery({ ...scrobblingQuery, staleTime: Infinity })
    if (hasServices()) await scrobble({ trackId, isPlaying: true }).catch(() => {})
  }

  return ({ id }: { id: string }, event: ListenEvent): void => {
    if (event.kind === 'retention')
      reportRetention(urlFor(routes.recordRetention, { params: { id } }), event.report)
    if (event.kind === 'nowPlaying') announce(id).catch(console.warn)
    if (event.kind === 'listen') open().then((box) => box.add('listen', id), console.warn)
    if (event.kind === 'scrobble' && hasServices()) {
      const startedAt = Date.now() - event.seconds * 1000
      open().then((box) => box.add('scrobble', id, startedAt), console.warn)
    }
  }
}
