import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import * as routes from '#contract/routes.ts'
import { type ManagedUser, profileUpdate } from '#contract/users.ts'
import { onManagedUserUpdated, type UserUpdate } from '#web/api/admin.ts'
import { hasStatus, request } from '#web/api/client.ts'
import { inlineErrors, rejectionOf } from '#web/api/inline-errors.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SecretLink } from '#web/ui/secret-link.tsx'
import { emptyForNull, useDraftForm } from '#web/ui/use-draft-form.ts'
import { failed } from './failed.ts'
import { managedName } from './user-labels.ts'

const schema = profileUpdate.omit({ username: true, fediverse: true, hideCounts: true })

type EditUserDialogProps = { row: ManagedUser; onClose: () => void }

export function EditUserDialog({ row: user, onClose }: EditUserDialogProps) {
  const form = useDraftForm(schema, {
    key: draftKeys.managedUser,
    values: emptyForNull<UserUpdate>(schema, user),
    subject: user,
  })
  const { id } = user
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (text: UserUpdate) =>
      request(routes.updateUserAsAdmin, { params: { id }, body: { id, ...text } }),
    meta: {
      done: { title: 'User updated' },
      onFailure: failed('Update', 'user'),
      onSessionExpired: form.keepDraft,
    },
    onSuccess: (updated) => {
      void onManagedUserUpdated(queryClient, updated)
      onClose()
    },
  })
  const field = (name: keyof UserUpdate, label: string) => ({
    label,
    autoComplete: 'off',
    ...form.field(name),
  })
  return (
    <FormDialog
      title="Edit User"
      text={`Update user information for "${managedName(user)}"`}
      onClose={() => save.isPending || onClose()}
      onSubmit={form.handleSubmit((valid) => save.mutate(emptyForNull<UserUpdate>(schema, valid)))}
      isDirty={form.isDirty}
      isPending={save.isPending}
    >
      <TextField {...field('displayName', 'Display Name')} />
      <div className="grid gap-5.5 tablet:grid-cols-2 tablet:gap-4">
        <TextField {...field('firstName', 'First Name')} />
        <TextField {...field('lastName', 'Last Name')} />
      </div>
      <TextAreaField {...field('bio', 'Bio')} />
      <TextField {...field('location', 'Location')} />
      <TextField
        {...field('website', 'Website')}
        type="url"
        inputMode="url"
        placeholder="https://example.com"
      />
      {user.hasPassword && <ResetLink userId={user.id} />}
      <Suspension user={user} />
    </FormDialog>
  )
}

/** The link appears below the visible part of the dialog. */
const reveal = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** A link with which the user sets a new password. It is shown once. */
function ResetLink({ userId }: { userId: string }) {
  const create = useMutation({
    mutationFn: () => request(routes.createResetLink, { params: { id: userId } }),
    meta: {
      onFailure: (error) => ({
        title: 'No link was created',
        text: hasStatus(error, 404) ? 'This user signs in with another service.' : undefined,
      }),
    },
  })
  const { data: link } = create
  if (!link)
    return (
      <Button
        className="justify-self-start"
        isPending={create.isPending}
        onClick={() => create.mutate()}
      >
        Create reset link
      </Button>
    )
  return (
    <div ref={reveal} className="grid gap-3">
      <SecretLink
        label="Reset link"
        hint="Works once, for 24 hours. It is shown only now."
        url={link.url}
        buttonClass="justify-self-start"
      />
    </div>
  )
}

/** Suspends a user, with a reason, or lifts the suspension. Administrators cannot be suspended. */
function Suspension({ user }: { user: ManagedUser }) {
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const params = { id: user.id }
  const change = useMutation({
    mutationFn: (isSuspended: boolean) =>
      isSuspended
        ? request(routes.liftSuspension, { params })
        : request(routes.suspendUser, { params, body: { reason } }),
    meta: inlineErrors,
    onSuccess: (updated) => onManagedUserUpdated(queryClient, updated),
  })
  const suspendedAt = change.data ? change.data.suspendedAt : user.suspendedAt
  const error = rejectionOf(change.error)
  if (suspendedAt)
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-sm text-muted">
          Suspended since {new Date(suspendedAt).toLocaleString()}. Nothing of this user is visible
          to others.
        </p>
        <Button isPending={change.isPending} onClick={() => change.mutate(true)}>
          Lift suspension
        </Button>
        {error && (
          <p role="alert" className="text-sm text-danger-text">
            {error}
          </p>
        )}
      </div>
    )
  if (user.isAdmin) return null
  if (!isAsking)
    return (
      <Button className="justify-self-start" tone="danger" onClick={() => setAsking(true)}>
        Suspend user
      </Button>
    )
  return (
    <div className="grid gap-3">
      <TextAreaField
        label="Reason"
        hint="The user gets it by mail, if mail is set up."
        maxLength={limits.maxReportLength}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={error}
      />
      <Button
        className="justify-self-start"
        tone="danger"
        isPending={change.isPending}
        onClick={() => change.mutate(false)}
      >
        Suspend user
      </Button>
    </div>
  )
}
