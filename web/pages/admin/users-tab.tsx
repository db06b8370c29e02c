import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { analyticsQuery, managedUsersQuery } from '#web/api/admin.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { pluralize } from '#web/lib/format.ts'
import { ManagedTab } from './managed-tab.tsx'
import { useUsersExport } from './use-export.ts'
import { UserRow, UserRowSkeleton, userRowClass } from './user-row.tsx'

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
