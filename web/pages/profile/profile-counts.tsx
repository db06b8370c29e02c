import type { ReactNode } from 'react'
import type { Profile } from '#contract/users.ts'
import type { FollowSide } from '#web/api/users.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useOpenDialog } from '#web/ui/dialog-host.tsx'

const loadFollowList = async () => (await import('./follow-list-dialog.tsx')).FollowListDialog

/** Followers and Following open their lists. */
export function ProfileCounts({ profile }: { profile: Profile }) {
  return (
    <dl className="mt-5.5 flex flex-wrap gap-x-8.5 gap-y-3">
      <Count name="Followers">
        <OpenList profile={profile} side="followers" count={profile.followerCount} />
      </Count>
      <Count name="Following">
        <OpenList profile={profile} side="following" count={profile.followingCount} />
      </Count>
      <Count name="Tracks">{formatNumber(profile.trackCount)}</Count>
    </dl>
  )
}

function Count({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="group relative flex flex-col-reverse">
      <dt className="text-sm text-muted group-has-[button:hover]:underline">{name}</dt>
      <dd className="font-display text-2xl leading-heading font-bold tabular-nums">{children}</dd>
    </div>
  )
}

type OpenListProps = { profile: Profile; side: FollowSide; count: number }

/** A button as large as number and name together. */
function OpenList({ profile, side, count }: OpenListProps) {
  const openDialog = useOpenDialog()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={`${formatNumber(count)} ${side === 'followers' && count === 1 ? 'follower' : side}`}
      onClick={() => openDialog(loadFollowList, { profile, side })}
      className="rounded-art after:absolute after:-inset-x-2 after:inset-y-0"
    >
      {formatNumber(count)}
    </button>
  )
}
