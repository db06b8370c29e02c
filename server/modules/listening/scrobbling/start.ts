import { setTimeout as wait } from 'node:timers/promises'
import { paths } from '#contract/paths.ts'
import { createOutgoing } from '#server/platform/http/outgoing.ts'
import { startWorker } from '#server/platform/jobs/worker.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { createLastfm, type LastfmConfig, lastfmAuthorizeUrl } from './lastfm.ts'
import { createListenBrainz } from './listenbrainz.ts'
import type { Lane } from './repository.ts'
import { createScrobbler } from './service.ts'
import type { ServiceClients } from './services.ts'

type Options = {
  db: Db
  publicUrl: string
  brandName: string
  version: string
  sessionSecret: string
  allowsPrivateNetworks: boolean
  isTrial: boolean
  lastfm: LastfmConfig | undefined
  onFailure(error: unknown): void
}

/** A little more than the pause between two turns, so that the server that sends goes on. */
const callEveryMs = 1050
/** Servers of users that hardly respond delay only each other. */
const lanes: Lane[] = [
  { service: 'listenbrainz', isElsewhere: false },
  { service: 'listenbrainz', isElsewhere: true },
  { service: 'lastfm' },
]

/** Sends listens in the background, to each service at its rate. */
export function startScrobbling({ lastfm, onFailure, ...options }: Options) {
  const { publicUrl, brandName, version, allowsPrivateNetworks, isTrial } = options
  const userAgent = `Soundpost/${version} (+${publicUrl})`
  const send = createOutgoing({ allowsPrivateNetworks, isTrial, userAgent })
  const clients: ServiceClients = {
    listenbrainz: createListenBrainz({ send, brandName, version }),
    ...(lastfm && { lastfm: createLastfm(send, lastfm) }),
  }
  const scrobbler = createScrobbler({
    ...options,
    clients,
    lastfm: lastfm && {
      url: lastfm.url,
      authorizeUrl: lastfmAuthorizeUrl(lastfm, publicUrl + paths.settings),
    },
    wake: () => {
      for (const worker of workers) worker.wake()
    },
  })
  const sendNext = async (lane: Lane) => {
    const hasSent = await scrobbler.sendNext(lane)
    if (hasSent) await wait(callEveryMs)
    return hasSent
  }
  const workers = lanes
    .filter(({ service }) => clients[service])
    .map((lane) => startWorker({ runNext: () => sendNext(lane), pollMs: 2000, onFailure }))
  return { scrobbler, stop: () => Promise.all(workers.map((worker) => worker.stop())) }
}
