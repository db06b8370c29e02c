import { Library, Upload, UserRound } from 'lucide-react'
import type { CurrentUser } from '#contract/auth.ts'
import { paths } from '#contract/paths.ts'
import { BottomBarLink } from './bottom-bar-link.tsx'
import { NewTracksDot } from './new-tracks-dot.tsx'

export function SignedInItems({ user }: { user: CurrentUser }) {
  return (
    <>
      <BottomBarLink
        href={paths.library}
        also={[paths.library]}
        label={
          <span>
            Library <NewTracksDot className="top-2 left-[calc(50%+7px)]" />
          </span>
        }
      >
        <Library aria-hidden="true" />
      </BottomBarLink>
      <BottomBarLink href={paths.upload} label="Upload">
        <Upload aria-hidden="true" />
      </BottomBarLink>
      <BottomBarLink
        href={paths.profile(user.id)}
        aliases={[paths.profile(user.username), paths.ownProfile]}
        label="Profile"
      >
        <UserRound aria-hidden="true" />
      </BottomBarLink>
    </>
  )
}
