import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Pencil, Trash2, UserRound } from 'lucide-react'
import { memo } from 'react'
import { paths } from '#contract/paths.ts'
import type { ManagedUser } from '#contract/users.ts'
import { analyticsQuery, managedUsersQuery } from '#web/api/admin.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { pluralize } from '#web/lib/format.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { ManagedTab } from './managed-tab.tsx'
import { RowAction } from './row-action.tsx'
import { useUsersExport } from './use-export.ts'
import { joinedDate, managedName } from './user-labels.ts'
import { UserMenu } from './user-menu.tsx'

const useUsers = (query: string) => useInfiniteQuery(managedUsersQuery(query))

const loadEdit = async () => (await import('./edit-user-dialog.tsx')).EditUserDialog
const loadDelete = async () => (await import('./delete-dialogs.tsx')).DeleteUserDialog

/** `ownId`: administrators cannot delete themselves. */
export function UsersTab({ ownId }: { ownId: string }) {
  const { data: analytics } = useQuery(analyticsQuery)
  return (
    <ManagedTab
      title="User Management"
      // Reserves the line until the number is loaded.
      text={analytics ? `${pluralize(analytics.totalUsers, 'user')} in total` : '\u00A0'}
      placeholder="Search users by name or email..."
      exportLabel="Export Users"
      noun="user"
      useList={useUsers}
      useExport={useUsersExport}
      loadEdit={loadEdit}
      loadDelete={loadDelete}
      draftKey={draftKeys.managedUser}
      className="[--row-height:176px] tablet:[--row-height:105px]"
      rowClass={userRowClass}
      skeleton={<UserRowSkeleton />}
    >
      {(user, onEdit, onDelete) => (
        <UserRow user={user} isSelf={user.id === ownId} onEdit={onEdit} onDelete={onDelete} />
      )}
    </ManagedTab>
  )
}

const columns =
  'grid items-center gap-x-3.5 gap-y-1 px-3.5 grid-cols-[44px_minmax(0,1fr)] tablet:grid-cols-[44px_minmax(0,1fr)_auto] tablet:gap-x-5 tablet:px-5'

const userRowClass = `${columns} content-center border-line hover:bg-raised not-first:border-t`

type UserRowProps = {
  user: ManagedUser
  isSelf: boolean
  onEdit: (user: ManagedUser) => void
  onDelete: (user: ManagedUser) => void
}

const UserRow = memo(function UserRow(props: UserRowProps) {
  const { user, isSelf, onEdit, onDelete } = props
  const name = managedName(user)
  return (
    <>
      <span className="max-tablet:self-start">
        <Avatar user={user} />
      </span>
      <div className="min-w-0">
        <p className="flex items-center gap-2.5">
          <strong className="truncate leading-row font-semibold" title={name}>
            {name}
          </strong>
          <Badge tone={isSelf ? 'primary' : 'neutral'}>{isSelf ? 'You' : 'User'}</Badge>
          {user.suspendedAt && <Badge tone="primary">Suspended</Badge>}
        </p>
        <p className="truncate text-sm text-muted" title={user.email ?? undefined}>
          {user.email ?? 'No email'}
        </p>
        <p className="flex flex-wrap gap-x-4 text-sm text-faint tabular-nums">
          <span className="truncate" title={user.id}>
            ID: {user.id}
          </span>
          <span className="whitespace-nowrap">Joined: {joinedDate(user.createdAt)}</span>
        </p>
      </div>
      <div className="flex max-tablet:col-start-2 max-tablet:-ml-2.5 tablet:justify-end desk:gap-2">
        <RowAction
          label="View Profile"
          name={`View Profile of ${name}`}
          tone="ghost"
          icon={<UserRound aria-hidden="true" />}
          href={paths.profile(user.id)}
        />
        <RowAction
          label="Edit"
          name={`Edit ${name}`}
          tone="secondary"
          icon={<Pencil aria-hidden="true" />}
          onClick={() => onEdit(user)}
        />
        {!isSelf && (
          <RowAction
            label="Delete"
            name={`Delete ${name}`}
            tone="ghost-danger"
            icon={<Trash2 aria-hidden="true" />}
            onClick={() => onDelete(user)}
          />
        )}
        <UserMenu user={user} onDelete={isSelf ? undefined : () => onDelete(user)} />
      </div>
    </>
  )
})

function UserRowSkeleton() {
  return (
    <div className={`${columns} h-full content-center`}>
      <span className="shimmer size-11 rounded-full max-tablet:self-start" />
      <span>
        <TextSkeleton className="h-4 w-[min(200px,60%)]" />
        <TextSkeleton className="mt-2.25 h-3.25 w-[min(240px,75%)]" />
        <TextSkeleton className="mt-2.25 h-3.25 w-[min(380px,90%)]" />
      </span>
    </div>
  )
}
