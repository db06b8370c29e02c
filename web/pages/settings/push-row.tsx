import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pushQuery, savePush } from '#web/api/notifications.ts'
import { SettingSwitch } from '#web/components/setting-switch.tsx'
import { subscribeToPush, supportsPush, unsubscribeFromPush } from '#web/features/pwa/push.ts'
import { SwitchRow } from './settings-section.tsx'

const supported = 'This browser shows them also when the site is closed.'
const unsupported =
  'This browser cannot show notifications. On iPhone and iPad, add the site to the Home Screen first.'

/** Shows notifications on this device. The browser asks for permission when it is turned on, never before. */
export function PushRow() {
  const queryClient = useQueryClient()
  const { data: push } = useQuery(pushQuery)
  const [problem, setProblem] = useState('')
  async function save(isOn: boolean) {
    setProblem('')
    const subscription = isOn ? await subscribe() : undefined
    if (isOn && !subscription) return
    await savePush(queryClient, subscription)
    if (!isOn) await unsubscribeFromPush()
  }
  async function subscribe() {
    try {
      return await subscribeToPush(push?.publicKey ?? '')
    } catch (error) {
      setProblem((error as Error).message)
      return undefined
    }
  }
  const isSupported = supportsPush()
  return (
    <SwitchRow>
      <SettingSwitch
        label="On this device"
        text={isSupported ? supported : unsupported}
        saved={isSupported ? push?.isOn : undefined}
        usual={false}
        save={save}
      />
      <p role="status" className="text-sm text-danger-text empty:hidden">
        {problem}
      </p>
    </SwitchRow>
  )
}
