import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as routes from '#contract/routes.ts'
import { type ManagedUser, profileUpdate } from '#contract/users.ts'
import { onManagedUserUpdated, type UserUpdate, userToEditQuery } from '#web/api/admin.ts'
import { request } from '#web/api/client.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { EditLoader } from '#web/ui/edit-loader.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { emptyForNull, useDraftForm } from '#web/ui/use-draft-form.ts'
import { failed } from './failed.ts'
import { managedName } from './user-labels.ts'

const schema = profileUpdate.omit({ username: true, fediverse: true, hideCounts: true })

type EditUserDialogProps = { row: ManagedUser; onClose: () => void }

export function EditUserDialog({ row, onClose }: EditUserDialogProps) {
  const query = useQuery(userToEditQuery(row.id))
  return (
    <EditLoader title="Edit User" what="The user" query={query} onClose={onClose}>
      {(profile) => <UserForm user={{ ...row, ...profile }} onClose={onClose} />}
    </EditLoader>
  )
}

function UserForm({ user, onClose }: { user: ManagedUser; onClose: () => void }) {
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
    </FormDialog>
  )
}
