import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { displayName } from '#contract/display-name.ts'
import { paths } from '#contract/paths.ts'
import type { ListedUser, Profile } from '#contract/users.ts'
import { useSession } from '#web/api/auth.ts'
import { type FollowSide, followListQuery } from '#web/api/users.ts'
import { FollowButton } from '#web/features/follows/follow-button.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ListError } from '#web/ui/list-error.tsx'
import { RowSkeletons } from '#web/ui/skeleton.tsx'
import { VirtualList } from '#web/ui/virtual-list.tsx'

type FollowListDialogProps = { profile: Profile; side: FollowSide; onClose: () => void }

/** The followers of a user, or the users that they follow. */
export function FollowListDialog({ profile, side, onClose }: FollowListDialogProps) {
  return (
    <Dialog
      title={side === 'followers' ? 'Followers' : 'Following'}
      text={displayName(profile)}
      onClose={onClose}
    >
      <FollowList profile={profile} side={side} onLeave={onClose} />
    </Dialog>
  )
}

type FollowListProps = { profile: Profile; side: FollowSide; onLeave: () => void }

function FollowList({ profile, side, onLeave }: FollowListProps) {
  const query = useInfiniteQuery(followListQuery(profile.id, side))
  if (query.isPending)
    return (
      <div role="status" aria-label="Loading">
        <RowSkeletons className="flex h-16 items-center gap-3" image="size-11 rounded-full" />
      </div>
    )
  const users = query.data?.pages.flatMap(({ items }) => items)
  if (!users) return <ListError what="This list" onRetry={() => void query.refetch()} />
  if (users.length === 0)
    return (
      <p className="text-muted">
        {side === 'followers'
          ? `${displayName(profile)} has no followers yet.`
          : `${displayName(profile)} doesn't follow anyone yet.`}
      </p>
    )
  const canLoadMore = query.hasNextPage && !query.isFetching && !query.isFetchNextPageError
  return (
    <div className="-mx-3 -mb-2 max-h-[min(60vh,32rem)] overflow-y-auto">
      <VirtualList
        items={users}
        onEndReached={canLoadMore ? () => void query.fetchNextPage() : undefined}
        className="[--row-height:64px]"
        rowClass="flex items-center gap-3 px-3"
      >
        {(user) => <FollowListRow user={user} onLeave={onLeave} />}
      </VirtualList>
      {query.isFetchNextPageError && (
        <div className="px-3 pb-3">
          <ListError what="More" onRetry={() => void query.fetchNextPage()} />
        </div>
      )}
    </div>
  )
}

type FollowListRowProps = { user: ListedUser; onLeave: () => void }

function FollowListRow({ user, onLeave }: FollowListRowProps) {
  const { user: viewer } = useSession()
  const name = displayName(user)
  return (
    <>
      <Link
        href={paths.profile(user.id)}
        onClick={onLeave}
        className="flex min-w-0 flex-1 items-center gap-3 rounded-control focus-visible:-outline-offset-2 [&:hover_strong]:underline"
      >
        <Avatar user={user} />
        <span className="min-w-0">
          <strong className="block truncate leading-row font-semibold" title={name}>
            {name}
          </strong>
          <span className="block truncate text-sm text-muted">@{user.username}</span>
        </span>
      </Link>
      {viewer?.id !== user.id && (
        <FollowButton size="small" tone="outline" user={user} name={name} />
      )}
    </>
  )
}
