import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { libraryQuery, setHistoryEnabled } from '#web/api/library.ts'
import { Switch } from '#web/ui/switch.tsx'

/** Shows the new setting while it is being saved. Disabled until the setting is loaded. */
export function KeepHistorySwitch({ text }: { text?: string }) {
  const queryClient = useQueryClient()
  const { data: library } = useQuery(libraryQuery)
  const save = useMutation({
    mutationFn: (next: boolean) => setHistoryEnabled(queryClient, next),
    meta: { onFailure: { title: 'Failed to save the setting' } },
  })
  const shown = save.isPending ? save.variables : library?.historyEnabled
  return (
    <Switch
      label="Keep history"
      {...(text && { text })}
      checked={shown ?? true}
      disabled={library === undefined}
      onChange={(next) => save.isPending || save.mutate(next)}
    />
  )
}
