import { useQuery, useQueryClient } from '@tanstack/react-query'
import { libraryQuery, setHistoryEnabled } from '#web/api/library.ts'
import { SettingSwitch } from './setting-switch.tsx'

export function KeepHistorySwitch({ text }: { text?: string }) {
  const queryClient = useQueryClient()
  const { data: library } = useQuery(libraryQuery)
  return (
    <SettingSwitch
      label="Keep history"
      {...(text && { text })}
      saved={library?.historyEnabled}
      usual
      save={(next) => setHistoryEnabled(queryClient, next)}
    />
  )
}
