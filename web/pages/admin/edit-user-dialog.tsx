import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type ManagedUser, profileUpdate } from '#contract/users.ts'
import type { UserUpdate } from '#web/api/admin.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { useRestoredDraft } from '#web/ui/draft-persistence.ts'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { ResetLink } from './reset-link.tsx'
import { Suspension } from './suspension.tsx'
import { useUpdateUser } from './use-admin-mutations.ts'
import { managedName } from './user-labels.ts'

const form = profileUpdate.omit({ username: true })

type EditUserDialogProps = { row: ManagedUser; onClose: () => void }

export function EditUserDialog({ row: user, onClose }: EditUserDialogProps) {
  const save = useUpdateUser(user, onClose)
  const draft = useRestoredDraft<{ row: ManagedUser; typed: UserUpdate }>(draftKeys.managedUser)
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(form),
    defaultValues: { ...textOf(user), ...(draft?.row?.id === user.id && draft.typed) },
  })
  const field = (name: keyof UserUpdate, label: string) => ({
    label,
    autoComplete: 'off',
    error: formState.errors[name]?.message,
    ...register(name),
  })
  return (
    <FormDialog
      title="Edit User"
      text={`Update user information for "${managedName(user)}"`}
      onClose={() => save.isPending || onClose()}
    >
      <DialogForm
        onSubmit={handleSubmit((change) => save.mutate(textOf(change)))}
        isDirty={formState.isDirty || draft !== null}
        isPending={save.isPending}
        submit="Save Changes"
        pendingText="Saving..."
        onBack={onClose}
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
      </DialogForm>
    </FormDialog>
  )
}

function textOf(fields: { [Name in keyof UserUpdate]?: string | null | undefined }): UserUpdate {
  const names = Object.keys(form.shape) as (keyof UserUpdate)[]
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? ''])) as UserUpdate
}
