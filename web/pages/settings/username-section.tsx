import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Account } from '#contract/account.ts'
import * as routes from '#contract/routes.ts'
import { accountQuery } from '#web/api/account.ts'
import { onCurrentUserUpdated } from '#web/api/cache-updates.ts'
import { request } from '#web/api/client.ts'
import { inlineErrors, rejectionOf } from '#web/api/inline-errors.ts'
import { TextField } from '#web/ui/field.tsx'
import { useTextFields } from '#web/ui/use-text-fields.ts'
import { EditableRow, SettingsForm } from './settings-section.tsx'

type UsernameRowProps = { account: Account }

export function UsernameRow({ account }: UsernameRowProps) {
  return (
    <EditableRow
      title="Username"
      value={account.username}
      form={(close) => <UsernameForm account={account} onClose={close} />}
    />
  )
}

function UsernameForm({ account, onClose }: UsernameRowProps & { onClose: () => void }) {
  const queryClient = useQueryClient()
  const { values, field } = useTextFields({ username: account.username })
  const change = useMutation({
    mutationFn: () => request(routes.updateProfile, { body: values }),
    meta: { ...inlineErrors, done: { title: 'Username changed' } },
    onSuccess(user) {
      queryClient.setQueryData(accountQuery.queryKey, { ...account, username: user.username })
      void onCurrentUserUpdated(queryClient, user)
      onClose()
    },
  })
  return (
    <SettingsForm
      submit="Change username"
      pendingText="Changing..."
      isPending={change.isPending}
      onSubmit={() => change.mutate()}
      onCancel={onClose}
    >
      <TextField
        label="New username"
        autoComplete="username"
        hint="It is in the address of your profile, and music apps sign in with it."
        {...field('username')}
        error={rejectionOf(change.error)}
      />
    </SettingsForm>
  )
}
