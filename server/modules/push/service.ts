import { limits } from '#contract/limits.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import type { savePush } from '#contract/push.ts'
import type { BodyOf } from '#contract/route.ts'
import { badRequest } from '#server/errors.ts'
import { listUnread } from '#server/modules/notifications/service.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { isPushKey, type PushTarget, type WebPush } from '#server/platform/push/web-push.ts'
import { presentMessage } from './presenter.ts'
import {
  claimMessage,
  delayMessage,
  deleteEndpoint,
  deleteSubscription,
  findSubscription,
  finishMessage,
  hasSubscription,
  type MessageRow,
  saveSubscription,
} from './repository.ts'

type Deps = {
  db: Db
  kinds: readonly NotificationKind[]
  webPush: WebPush
  brandName: string
  allowsPrivateNetworks: boolean
}
type Caller = { userId: string; sid: string }
export type Push = ReturnType<typeof createPush>

const firstRetrySeconds = 15
const maxRetrySeconds = 60 * 60
/** What happened a day ago is in the list. */
const maxAgeMs = 24 * 60 * 60 * 1000

/** Sends notifications to browsers, if they are not read before. */
export function createPush({ db, kinds, webPush, brandName, allowsPrivateNetworks }: Deps) {
  const get = async ({ sid }: Caller) => ({
    publicKey: webPush.publicKey,
    isOn: await hasSubscription(db, sid),
  })

  async function send(message: MessageRow, target: PushTarget & { userId: string }) {
    const { kind, aboutId, day, createdAt } = message
    // Rows are as old as the message or newer; the times of their transactions are rounded.
    const since = new Date(createdAt.getTime() - 1000)
    const only = { kind, aboutId, day }
    const [notification] = await listUnread({ db, kinds }, target.userId, { limit: 1, since, only })
    // It was read, taken back or turned off.
    if (!notification) return 'sent'
    const tag = `${kind} ${aboutId ?? ''} ${day}`
    const text = JSON.stringify(presentMessage(notification, { brandName, tag }))
    // A service that does not respond is asked again later.
    return webPush.send(target, text).catch(() => ({ wait: 0 }))
  }

  return {
    get,

    async save(caller: Caller, { endpoint, keys }: BodyOf<typeof savePush>) {
      if (!endpoint.startsWith('https:') && !allowsPrivateNetworks)
        throw badRequest('Endpoint must be an https URL')
      if (!isPushKey(keys.p256dh)) throw badRequest('Keys must be those of a browser')
      await db.transaction(async (tx) => {
        await assertUserExistsLocked(tx, caller.userId)
        await saveSubscription(tx, { ...caller, endpoint, ...keys }, limits.maxPushSubscriptions)
      })
      return get(caller)
    },

    async remove(caller: Caller) {
      await deleteSubscription(db, caller.sid)
      return get(caller)
    },

    /** False if nothing waits. */
    async sendNext(): Promise<boolean> {
      const message = await claimMessage(db)
      if (!message) return false
      const target = await findSubscription(db, message.subscriptionId)
      const isTooOld = Date.now() - message.createdAt.getTime() > maxAgeMs
      const outcome = target && !isTooOld ? await send(message, target) : 'refused'
      if (typeof outcome === 'object') {
        const growing = firstRetrySeconds * 2 ** Math.min(message.attempts - 1, 10)
        const seconds = Math.min(Math.max(outcome.wait, growing), maxRetrySeconds)
        await delayMessage(db, message.id, seconds)
        return true
      }
      if (outcome === 'gone' && target) await deleteEndpoint(db, target.endpoint)
      await finishMessage(db, message.id)
      return true
    },
  }
}
