import type { Profile } from '#contract/users.ts'
import { LazyMenu } from '#web/ui/lazy-menu.tsx'

const loadActions = async () => (await import('./profile-menu-actions.tsx')).ProfileMenuActions
const menuButton = { edge: true, label: 'More', size: 'large' as const }

export function ProfileMenu({ profile }: { profile: Profile }) {
  return (
    <LazyMenu button={menuButton} load={loadActions}>
      {(Actions) => <Actions profile={profile} button={menuButton} />}
    </LazyMenu>
  )
}
