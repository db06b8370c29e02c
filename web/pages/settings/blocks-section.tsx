import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'wouter'
import { displayName } from '#contract/display-name.ts'
import type { UserSummary } from '#contract/fields.ts'
import { paths } from '#contract/paths.ts'
import * as routes from '#contract/routes.ts'
import { request } from '#web/api/client.ts'
import { blocksQuery, onBlockChanged } from '#web/api/users.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { SettingsRow } from './settings-section.tsx'

/** Whom the user has blocked. */
export function BlocksRow() {
  const query = useInfiniteQuery(blocksQuery)
  const queryClient = useQueryClient()
  const list = useRef<HTMLDivElement>(null)
  const unblock = useMutation({
    mutationFn: (id: string) => request(routes.unblockUser, { params: { id } }),
    meta: { onFailure: { title: 'Failed to unblock the user' } },
    onSuccess: async () => {
      await onBlockChanged(queryClient)
      // The button that had the focus is gone.
      list.current?.focus()
    },
  })
  const users = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <SettingsRow
      title="Blocked users"
      {...(query.data && users.length === 0 && { value: 'Nobody' })}
      text="They cannot follow you, like your tracks or write to you, and are not told. You block a user in the menu of their profile."
    >
      <div ref={list} tabIndex={-1} className="outline-none empty:hidden">
        {users.length > 0 && (
          <ul aria-label="Blocked users" className="-mb-3 divide-y divide-line">
            {users.map((user) => (
              <BlockedUser
                key={user.id}
                user={user}
                isPending={unblock.isPending && unblock.variables === user.id}
                onUnblock={() => unblock.mutate(user.id)}
              />
            ))}
          </ul>
        )}
        {query.hasNextPage && (
          <Button
            tone="outline"
            isPending={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Load more
          </Button>
        )}
      </div>
    </SettingsRow>
  )
}

type BlockedUserProps = { user: UserSummary; isPending: boolean; onUnblock: () => void }

function BlockedUser({ user, isPending, onUnblock }: BlockedUserProps) {
  const name = displayName(user)
  return (
    <li className="flex items-center gap-4 py-3">
      <Link
        href={paths.profile(user.id)}
        className="flex min-w-0 flex-1 items-center gap-3 rounded-control [&:hover_strong]:underline"
      >
        <Avatar user={user} />
        <strong className="min-w-0 truncate font-semibold" title={name}>
          {name}
        </strong>
      </Link>
      <Button
        size="small"
        tone="outline"
        isPending={isPending}
        aria-label={`Unblock ${name}`}
        onClick={onUnblock}
      >
        Unblock
      </Button>
    </li>
  )
}
