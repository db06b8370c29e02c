import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { Profile } from '#contract/users.ts'
import { ApiError } from '#web/api/client.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { useRestoredDraft } from '#web/ui/draft-persistence.ts'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { profileDraft } from './messages.ts'
import { type ProfileValues, profileForm, toFormValues } from './profile-form.ts'
import { useSaveProfile } from './use-save-profile.ts'

type EditProfileDialogProps = { profile: Profile; onClose: () => void }

export function EditProfileDialog({ profile, onClose }: EditProfileDialogProps) {
  const draft = useRestoredDraft<ProfileValues>(profileDraft)
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(profileForm),
    defaultValues: { ...toFormValues(profile), ...draft },
  })
  const save = useSaveProfile(profile, {
    onSaved: onClose,
    onFailed: (error) => {
      if (error instanceof ApiError && error.status === 409)
        setError('username', { message: error.serverMessage ?? '' }, { shouldFocus: true })
    },
  })
  const submit = handleSubmit((valid) => save.mutate(toFormValues(valid)))
  const field = (name: keyof ProfileValues) => ({
    error: formState.errors[name]?.message,
    ...register(name),
  })
  return (
    <FormDialog title="Edit Profile" onClose={onClose}>
      <DialogForm
        onSubmit={submit}
        isDirty={formState.isDirty || draft !== null}
        isPending={save.isPending}
        submit="Save Changes"
        pendingText="Saving..."
        onBack={onClose}
      >
        <TextField label="Username" autoComplete="username" {...field('username')} />
        <TextField label="Display name" optional autoComplete="name" {...field('displayName')} />
        <div className="grid gap-5.5 tablet:grid-cols-2 tablet:gap-4">
          <TextField
            label="First name"
            optional
            autoComplete="given-name"
            {...field('firstName')}
          />
          <TextField label="Last name" optional autoComplete="family-name" {...field('lastName')} />
        </div>
        <TextAreaField label="Bio" optional {...field('bio')} />
        <TextField label="Location" optional {...field('location')} />
        <TextField
          label="Website"
          optional
          type="url"
          autoComplete="url"
          placeholder="https://example.com"
          {...field('website')}
        />
      </DialogForm>
    </FormDialog>
  )
}
