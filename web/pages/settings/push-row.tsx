import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pushQuery, savePush } from '#web/api/notifications.ts'
import { subscribeToPush, supportsPush, unsubscribeFromPush } from '#web/features/pwa/push.ts'
import { Switch } from '#web/ui/switch.tsx'
import { SwitchRow } from './settings-section.tsx'

const usual = 'This browser shows them also when the site is closed.'
const unsupported =
  'This browser cannot show notifications. On iPhone and iPad, add the site to the Home Screen first.'

/** Shows notifications on this device. The browser asks for permission when it is turned on, never before. */
export function PushRow() {
  const queryClient = useQueryClient()
  const { data: push } = useQuery(pushQuery)
  const [problem, setProblem] = useState('')
  const toggle = useMutation({
    async mutationFn(isOn: boolean) {
      setProblem('')
      const subscription = isOn ? await subscribe() : undefined
      if (isOn && !subscription) return
      await savePush(queryClient, subscription)
      if (!isOn) await unsubscribeFromPush()
    },
    meta: { onFailure: { title: 'Failed to save the setting' } },
  })
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
      <Switch
        label="On this device"
        text={isSupported ? usual : unsupported}
        checked={isSupported && (toggle.isPending ? toggle.variables : (push?.isOn ?? false))}
        disabled={!push || !isSupported}
        onChange={(isOn) => toggle.isPending || toggle.mutate(isOn)}
      />
      <p role="status" className="text-sm text-danger-text empty:hidden">
        {problem}
      </p>
    </SwitchRow>
  )
}
