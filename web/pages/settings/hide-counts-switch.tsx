import { useQueryClient } from '@tanstack/react-query'
import * as routes from '#contract/routes.ts'
import { useSession } from '#web/api/auth.ts'
import { onCurrentUserUpdated } from '#web/api/cache-updates.ts'
import { request } from '#web/api/client.ts'
import { SettingSwitch } from '#web/components/setting-switch.tsx'

export function HideCountsSwitch() {
  const queryClient = useQueryClient()
  const { user } = useSession()
  async function save(hideCounts: boolean) {
    const saved = await request(routes.updateProfile, { body: { hideCounts } })
    void onCurrentUserUpdated(queryClient, saved)
  }
  return (
    <SettingSwitch
      label="Hide play and like counts"
      text="Only you see how often your tracks were played and liked."
      saved={user ? (user.hideCounts ?? false) : undefined}
      usual={false}
      save={save}
    />
  )
}
