import type { NotificationKind } from '#contract/notifications.ts'
import { createOutgoing } from '#server/platform/http/outgoing.ts'
import { startWorker } from '#server/platform/jobs/worker.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { createWebPush } from '#server/platform/push/web-push.ts'
import { deriveKey } from '#server/platform/secrets/secrets.ts'
import { createPush } from './service.ts'

type Options = {
  db: Db
  kinds: readonly NotificationKind[]
  publicUrl: string
  brandName: string
  version: string
  sessionSecret: string
  allowsPrivateNetworks: boolean
  isTrial: boolean
  onFailure(error: unknown): void
}

/** Endpoints that do not respond must not keep all others waiting. */
const concurrency = 4
const pollMs = 2000

/** The key follows from SESSION_SECRET: all servers have the same, and sessions with their subscriptions end with it. */
export function startPush({ db, kinds, onFailure, ...options }: Options) {
  const { publicUrl, brandName, version, sessionSecret, allowsPrivateNetworks, isTrial } = options
  const userAgent = `Soundpost/${version} (+${publicUrl})`
  const webPush = createWebPush({
    send: createOutgoing({ allowsPrivateNetworks, isTrial, userAgent }),
    privateKey: deriveKey(sessionSecret, 'web push'),
    contact: publicUrl,
  })
  const push = createPush({ db, kinds, webPush, brandName, allowsPrivateNetworks })
  const worker = startWorker({ runNext: push.sendNext, concurrency, pollMs, onFailure })
  return { push, stop: worker.stop }
}
