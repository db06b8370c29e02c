import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Account } from '#contract/account.ts'
import * as routes from '#contract/routes.ts'
import { refetchAccount } from '#web/api/account.ts'
import { request } from '#web/api/client.ts'
import { inlineErrors, rejectionOf } from '#web/api/inline-errors.ts'
import { TextField } from '#web/ui/field.tsx'
import { useTextFields } from '#web/ui/use-text-fields.ts'
import { SettingsForm, SettingsSection } from './settings-section.tsx'

const incorrect = 'Incorrect password.'

export function PasswordSection({ account }: { account: Account }) {
  const queryClient = useQueryClient()
  const { values, field, reset } = useTextFields({ currentPassword: '', newPassword: '' })
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
      reset()
      return refetchAccount(queryClient)
    },
  })
  const message = rejectionOf(change.error)
  const isAboutCurrent = message === incorrect || !values.currentPassword
  return (
    <SettingsSection title="Password" text="Changing it signs you out on all other devices.">
      <SettingsForm
        submit="Change password"
        pendingText="Changing..."
        isPending={change.isPending}
        onSubmit={() => change.mutate()}
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
    </SettingsSection>
  )
}
