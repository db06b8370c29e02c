import { z } from 'zod'
import { setHistoryEnabled } from '#server/modules/listening/history/service.ts'
import { turnOff } from '#server/modules/notifications/settings-service.ts'
import type { Context } from './context.ts'

const exportedSettings = z.looseObject({ historyEnabled: z.boolean() }).nullable()
const exportedNotifications = z.looseObject({
  settings: z.looseObject({
    disabled: z.array(z.string()).max(100).default([]),
    hasDigest: z.boolean().default(false),
  }),
})

/** What is turned off there is off here too. Nothing that is off here is turned on, except for the daily mail. */
export async function importSettings({ deps: { db }, viewer, read, attempt }: Context) {
  const settings = await read('settings.json', exportedSettings)
  if (settings?.historyEnabled === false)
    await attempt('settings.json', () => setHistoryEnabled(db, false, viewer))
  const notifications = await read('notifications.json', exportedNotifications)
  if (notifications)
    await attempt('notifications.json', () => turnOff(db, viewer.id, notifications.settings))
}
