import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { analyticsQuery, managedUsersQuery } from '#web/api/admin.ts'
import { SearchField, searchDebounceMs } from '#web/features/search/search-field.tsx'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { pluralize } from '#web/lib/format.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { ManagedList } from './managed-list.tsx'
import { ExportButton, Toolbar } from './toolbar.tsx'
import { useUsersExport } from './use-export.ts'
import { useRowDialogs } from './use-row-dialogs.tsx'
import { UserRow, UserRowSkeleton, userRowsClass } from './user-row.tsx'

const userDialogs = {
  edit: async () => (await import('./edit-user-dialog.tsx')).EditUserDialog,
  remove: async () => (await import('./delete-dialogs.tsx')).DeleteUserDialog,
  draft: draftKeys.managedUser,
}

/** `ownId`: administrators cannot delete themselves. */
export function UsersTab({ ownId }: { ownId: string }) {
  const [typed, setTyped] = useState('')
  const query = useDebounced(typed.trim(), searchDebounceMs)
  const { data: analytics } = useQuery(analyticsQuery)
  const list = useInfiniteQuery(managedUsersQuery(query))
  const file = useUsersExport(typed.trim())
  const { onEdit, onDelete, dialogs } = useRowDialogs(userDialogs)
  return (
    <>
      <Toolbar
        title="User Management"
        // Reserves the line until the number is loaded.
        text={analytics ? `${pluralize(analytics.totalUsers, 'user')} in total` : '\u00A0'}
      >
        <SearchField
          placeholder="Search users by name or email..."
          value={typed}
          onChange={setTyped}
        />
        <ExportButton
          label="Export Users"
          isPending={file.isPending}
          onClick={() => file.mutate()}
        />
      </Toolbar>
      <ManagedList
        list={list}
        noun="user"
        empty={query ? 'No users found' : 'No users yet'}
        rowsClass={userRowsClass}
        skeleton={<UserRowSkeleton />}
      >
        {(user, row, rows) => (
          <UserRow
            key={user.id}
            user={user}
            isSelf={user.id === ownId}
            row={row}
            rows={rows}
            onEdit={onEdit}
            onDelete={onDelete}
          />
        )}
      </ManagedList>
      {dialogs}
    </>
  )
}
