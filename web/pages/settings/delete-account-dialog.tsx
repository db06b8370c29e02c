import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { Account } from '#contract/account.ts'
import { paths } from '#contract/paths.ts'
import * as routes from '#contract/routes.ts'
import { request } from '#web/api/client.ts'
import { inlineErrors, rejectionOf } from '#web/api/inline-errors.ts'
import { setSessionHint } from '#web/features/session/session-provider.tsx'
import { loginUrl } from '#web/lib/api-urls.ts'
import { saveNotice } from '#web/lib/pending-notice.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { useTextFields } from '#web/ui/use-text-fields.ts'

type DeleteAccountDialogProps = { account: Account; onClose: () => void }

export function DeleteAccountDialog({ account, onClose }: DeleteAccountDialogProps) {
  const { values, field } = useTextFields({ username: '', password: '' })
  const { username, password } = values
  const remove = useMutation({
    mutationFn: () =>
      request(routes.deleteAccount, {
        body: { username, ...(account.hasPassword && { password }) },
      }),
    meta: inlineErrors,
    onSuccess: () => {
      setSessionHint(false)
      saveNotice({
        title: 'Your account was deleted',
        text: 'Your profile, tracks, playlists, likes and follows are gone.',
      })
      // A new document: nothing of the account stays in memory.
      location.assign(paths.home)
    },
  })
  const message = rejectionOf(remove.error)
  const isAboutPassword = message !== undefined && /password/i.test(message)
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!remove.isPending) remove.mutate()
  }
  return (
    <Dialog title="Delete account" onClose={() => remove.isPending || onClose()}>
      <p className="text-muted">
        Your profile, tracks, playlists, likes and follows will be deleted. This cannot be undone.
      </p>
      <form noValidate onSubmit={onSubmit} className="grid gap-5.5">
        <TextField
          label="Username"
          hint={`Type ${account.username} to confirm.`}
          autoComplete="off"
          {...field('username')}
          error={isAboutPassword ? undefined : message}
        />
        {account.hasPassword && (
          <TextField
            label="Password"
            type="password"
            autoComplete="current-password"
            {...field('password')}
            error={isAboutPassword ? message : undefined}
          />
        )}
        <DialogFooter>
          {!account.hasPassword && message && (
            <a
              className={buttonClass('secondary')}
              href={loginUrl(paths.settings, { prompt: 'login' })}
            >
              Sign in again
            </a>
          )}
          <Button tone="outline" isPending={remove.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button tone="danger" type="submit" isPending={remove.isPending}>
            {remove.isPending ? 'Deleting...' : 'Delete account'}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
