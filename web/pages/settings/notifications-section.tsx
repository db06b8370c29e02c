import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NotificationKind } from '#contract/notifications.ts'
import { notificationSettingsQuery, saveNotificationSettings } from '#web/api/notifications.ts'
import { Switch } from '#web/ui/switch.tsx'
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
  const { mutate: save } = useMutation({
    ...saveNotificationSettings(queryClient),
    meta: { onFailure: { title: 'Failed to save the setting' } },
  })
  const kinds = settings?.kinds ?? usual
  return (
    <>
      {(Object.keys(labels) as NotificationKind[])
        .filter((kind) => kinds[kind] !== undefined)
        .map((kind) => (
          <SwitchRow key={kind}>
            <Switch
              label={labels[kind]}
              checked={kinds[kind] ?? true}
              disabled={!settings}
              onChange={(isOn) => save({ kinds: { [kind]: isOn } })}
            />
          </SwitchRow>
        ))}
      <PushRow />
      {settings && settings.digest !== null && (
        <SwitchRow>
          <Switch
            label="Daily mail"
            text="What is unread, once a day, to your email address."
            checked={settings.digest}
            onChange={(digest) => save({ digest })}
          />
        </SwitchRow>
      )}
    </>
  )
}
