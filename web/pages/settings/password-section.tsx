import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Account } from '#contract/account.ts'
import * as routes from '#contract/routes.ts'
import { refetchAccount } from '#web/api/account.ts'
import { request } from '#web/api/client.ts'
import { inlineErrors, rejectionOf } from '#web/api/inline-errors.ts'
import { TextField } from '#web/ui/field.tsx'
import { useTextFields } from '#web/ui/use-text-fields.ts'
import { EditableRow, SettingsForm } from './settings-section.tsx'

const incorrect = 'Incorrect password.'

export function PasswordRow({ account }: { account: Account }) {
  return (
    <EditableRow
      title="Password"
      value={<span aria-hidden="true">••••••••</span>}
      text="Changing it signs you out on all other devices."
      form={(close) => <PasswordForm account={account} onClose={close} />}
    />
  )
}

type PasswordFormProps = { account: Account; onClose: () => void }

function PasswordForm({ account, onClose }: PasswordFormProps) {
  const queryClient = useQueryClient()
  const { values, field } = useTextFields({ currentPassword: '', newPassword: '' })
  const change = useMutation({
    mutationFn: () => request(routes.changePassword, { body: values }),
    meta: {
      ...inlineErrors,
      done: {
        title: 'Password changed',
        text: 'You are signed out everywhere else.',
        tone: 'plain',
      },
    },
    onSuccess: () => {
      onClose()
      return refetchAccount(queryClient)
    },
  })
  const message = rejectionOf(change.error)
  const isAboutCurrent = message === incorrect || !values.currentPassword
  return (
    <SettingsForm
      submit="Change password"
      pendingText="Changing..."
      isPending={change.isPending}
      onSubmit={() => change.mutate()}
      onCancel={onClose}
    >
      {/* Password managers save the new password for this account. */}
      <input
        type="text"
        autoComplete="username"
        value={account.email ?? account.username}
        readOnly
        hidden
      />
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        error={isAboutCurrent ? message : undefined}
        {...field('currentPassword')}
      />
      <TextField
        label="New password"
        hint="At least 8 characters."
        type="password"
        autoComplete="new-password"
        error={isAboutCurrent ? undefined : message}
        {...field('newPassword')}
      />
    </SettingsForm>
  )
}
