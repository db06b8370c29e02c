import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { NotificationKind } from '#contract/notifications.ts'
import { notificationSettingsQuery, saveNotificationSettings } from '#web/api/notifications.ts'
import { SettingSwitch } from '#web/components/setting-switch.tsx'
import { PushRow } from './push-row.tsx'
import { SwitchRow } from './settings-section.tsx'

const labels: Record<NotificationKind, string> = {
  follow: 'New followers',
  like: 'Likes',
  save: 'Saves of your playlists and releases',
  release: 'New tracks and releases of artists you follow',
  credit: 'Credits',
  note: 'Notes on private links',
  comment: 'Comments on your tracks',
  reply: 'Replies to your comments',
  repost: 'Reposts',
  moderation: 'Decisions of moderators',
}

/** As high as what follows, until the settings are loaded. */
const usual: Partial<Record<NotificationKind, boolean>> = {
  follow: true,
  like: true,
  save: true,
  release: true,
  credit: true,
  note: true,
  moderation: true,
}

/** A switch for each kind, and for the daily mail. */
export function NotificationRows() {
  const queryClient = useQueryClient()
  const { data: settings } = useQuery(notificationSettingsQuery)
  const kinds = settings?.kinds ?? usual
  return (
    <>
      {(Object.keys(labels) as NotificationKind[])
        .filter((kind) => kinds[kind] !== undefined)
        .map((kind) => (
          <SwitchRow key={kind}>
            <SettingSwitch
              label={labels[kind]}
              saved={settings && kinds[kind]}
              usual
              save={(isOn) => saveNotificationSettings(queryClient, { kinds: { [kind]: isOn } })}
            />
          </SwitchRow>
        ))}
      <PushRow />
      {settings && settings.digest !== null && (
        <SwitchRow>
          <SettingSwitch
            label="Daily mail"
            text="What is unread, once a day, to your email address."
            saved={settings.digest}
            usual
            save={(digest) => saveNotificationSettings(queryClient, { digest })}
          />
        </SwitchRow>
      )}
    </>
  )
}
