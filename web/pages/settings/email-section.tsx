import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Account } from '#contract/account.ts'
import * as routes from '#contract/routes.ts'
import { accountQuery } from '#web/api/account.ts'
import { useSession } from '#web/api/auth.ts'
import { request } from '#web/api/client.ts'
import { inlineErrors, rejectionOf } from '#web/api/inline-errors.ts'
import { SendVerificationButton } from '#web/features/account/send-verification-button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { useTextFields } from '#web/ui/use-text-fields.ts'
import { EditableRow, SettingsForm } from './settings-section.tsx'

/** The address, whether it is verified, and which one is to follow. */
export function EmailRow({ account }: { account: Account }) {
  const { email, emailVerified, pendingEmail, hasMail, isVerificationRequired } = account
  return (
    <EditableRow
      title="Email"
      value={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {email}
          {/* Without mail nobody can verify an address. */}
          {(emailVerified || hasMail) && (
            <span className="rounded-full bg-raised px-3 py-1 text-sm font-semibold text-text">
              {emailVerified ? 'Verified' : 'Not verified'}
            </span>
          )}
        </span>
      }
      form={(close) => <EmailForm account={account} onClose={close} />}
    >
      {pendingEmail && (
        <p className="wrap-anywhere text-muted">
          Waiting for you to open the link that we have sent to {pendingEmail}.
        </p>
      )}
      {!pendingEmail && isVerificationRequired && (
        <p className="text-muted">Verify it to publish tracks: open the link in our mail.</p>
      )}
      {hasMail && (pendingEmail || !emailVerified) && <SendVerificationButton />}
    </EditableRow>
  )
}

type EmailFormProps = { account: Account; onClose: () => void }

function EmailForm({ account, onClose }: EmailFormProps) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const { user } = useSession()
  const isAdmin = user?.isAdmin === true
  const { values, field } = useTextFields({ email: '', password: '' })
  const change = useMutation({
    mutationFn: () => request(routes.changeEmail, { body: values }),
    meta: inlineErrors,
    onSuccess: (updated) => {
      onClose()
      queryClient.setQueryData(accountQuery.queryKey, updated)
      toasts.show(
        updated.pendingEmail
          ? {
              title: 'Check your mail',
              text: 'Open the link that we have sent to the new address.',
            }
          : updated.email === account.email
            ? { title: 'Email not changed', text: 'This is your address already.' }
            : { title: 'Email changed' },
      )
    },
  })
  const message = rejectionOf(change.error)
  const isAboutPassword = message !== undefined && /password/i.test(message)
  return (
    <SettingsForm
      submit="Change email"
      pendingText="Changing..."
      isPending={change.isPending}
      onSubmit={() => change.mutate()}
      onCancel={onClose}
    >
      <TextField
        label="New email"
        type="email"
        autoComplete="email"
        hint={isAdmin ? 'Changing it may end your role as administrator.' : undefined}
        {...field('email')}
        error={isAboutPassword ? undefined : message}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        {...field('password')}
        error={isAboutPassword ? message : undefined}
      />
    </SettingsForm>
  )
}
