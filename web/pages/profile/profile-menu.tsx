import { Ellipsis } from 'lucide-react'
import type { Profile } from '#contract/users.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'

const loadActions = async () => (await import('./profile-menu-actions.tsx')).ProfileMenuActions

/** The menu of another user's profile. Its chunk is loaded when it is first opened. */
export function ProfileMenu({ profile }: { profile: Profile }) {
  const { Component, open } = useLazyComponent(loadActions)
  if (Component) return <Component profile={profile} />
  return (
    <IconButton edge label="More" aria-haspopup="menu" onClick={open} className="size-14!">
      <Ellipsis />
    </IconButton>
  )
}
