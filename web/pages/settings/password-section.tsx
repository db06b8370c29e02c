import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Account } from '#contract/account.ts'
import * as routes from '#contract/routes.ts'
import { refetchAccount } from '#web/api/account.ts'
import { request } from '#web/api/client.ts'
import { inlineErrors, rejectionOf } from '#web/api/inline-errors.ts'
import { TextField } from '#web/ui/field.tsx'
import { SettingsForm, SettingsSection } from './settings-section.tsx'

const empty = { currentPassword: '', newPassword: '' }
const incorrect = 'Incorrect password.'

export function PasswordSection({ account }: { account: Account }) {
  const queryClient = useQueryClient()
  const [values, setValues] = useState(empty)
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
      setValues(empty)
      return refetchAccount(queryClient)
    },
  })
  const message = rejectionOf(change.error)
  const isAboutCurrent = message === incorrect || !values.currentPassword
  const field = (name: keyof typeof values, autoComplete: string, error: string | undefined) => ({
    type: 'password',
    autoComplete,
    value: values[name],
    error,
    onChange: ({ target }: { target: HTMLInputElement }) =>
      setValues((typed) => ({ ...typed, [name]: target.value })),
  })
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
          {...field('currentPassword', 'current-password', isAboutCurrent ? message : undefined)}
        />
        <TextField
          label="New password"
          hint="At least 8 characters."
          {...field('newPassword', 'new-password', isAboutCurrent ? undefined : message)}
        />
      </SettingsForm>
    </SettingsSection>
  )
}
