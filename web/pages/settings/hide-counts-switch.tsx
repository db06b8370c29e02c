import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as routes from '#contract/routes.ts'
import { useSession } from '#web/api/auth.ts'
import { onCurrentUserUpdated } from '#web/api/cache-updates.ts'
import { request } from '#web/api/client.ts'
import { Switch } from '#web/ui/switch.tsx'

/** Shows the new setting while it is being saved. */
export function HideCountsSwitch() {
  const queryClient = useQueryClient()
  const { user } = useSession()
  const save = useMutation({
    mutationFn: (hideCounts: boolean) => request(routes.updateProfile, { body: { hideCounts } }),
    meta: { onFailure: { title: 'Failed to save the setting' } },
    onSuccess: (saved) => void onCurrentUserUpdated(queryClient, saved),
  })
  return (
    <Switch
      label="Hide play and like counts"
      text="Only you see how often your tracks were played and liked."
      checked={save.isPending ? save.variables : (user?.hideCounts ?? false)}
      disabled={!user}
      onChange={(next) => save.isPending || save.mutate(next)}
    />
  )
}
