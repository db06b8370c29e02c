import { displayName } from '#contract/display-name.ts'
import type { Profile } from '#contract/users.ts'
import { LazyMenu } from '#web/ui/lazy-menu.tsx'

const loadActions = async () => (await import('./profile-menu-actions.tsx')).ProfileMenuActions

export function ProfileMenu({ profile }: { profile: Profile }) {
  const button = {
    edge: true,
    label: `More about ${displayName(profile)}`,
    size: 'large' as const,
  }
  return (
    <LazyMenu button={button} load={loadActions}>
      {(Actions) => <Actions profile={profile} button={button} />}
    </LazyMenu>
  )
}
