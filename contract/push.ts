import { z } from 'zod'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import * as routes from './routes.ts'

/** Notifications that a browser shows by itself (Web Push). A subscription belongs to the session, and ends with it. */

/** What the service worker gets. */
export type PushMessage = {
  title: string
  text: string
  /** The page that it opens. */
  path: string
  /** A later one with the same tag takes its place. */
  tag: string
}

const push = z
  .strictObject({
    publicKey: z.string().describe('The `applicationServerKey` to subscribe with.'),
    isOn: z.boolean().describe('Whether this session has a subscription.'),
  })
  .meta({ id: 'Push' })

const base64url = (bytes: number) =>
  z
    .string({ error: 'Keys must be texts' })
    .regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}=*$`), 'Keys must be in base64url')

export const getPush = defineRoute(routes.getPush, {
  summary: 'Whether this browser shows notifications by itself.',
  access: 'signed-in',
  responses: { 200: push },
})

export const savePush = defineRoute(routes.savePush, {
  summary: 'Sends notifications to this browser, from now until the session ends.',
  access: 'signed-in',
  body: z.strictObject({
    endpoint: z
      .url({ protocol: /^https?$/, error: 'Endpoint must be an https URL' })
      .max(limits.maxPushEndpointLength, 'Endpoint is too long'),
    keys: z.strictObject({ p256dh: base64url(65), auth: base64url(16) }),
  }),
  responses: { 200: push },
})

export const deletePush = defineRoute(routes.deletePush, {
  summary: 'Sends no more notifications to this browser.',
  access: 'signed-in',
  responses: { 200: push },
})
