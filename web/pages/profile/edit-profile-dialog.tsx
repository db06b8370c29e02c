import type { Profile } from '#contract/users.ts'
import { hasStatus, serverMessage } from '#web/api/client.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useDraftForm } from '#web/ui/use-draft-form.ts'
import { profileForm, toFormValues } from './profile-form.ts'
import { useSaveProfile } from './use-save-profile.ts'

type EditProfileDialogProps = { profile: Profile; onClose: () => void }

export function EditProfileDialog({ profile, onClose }: EditProfileDialogProps) {
  const { field, handleSubmit, setError, isDirty, keepDraft } = useDraftForm(profileForm, {
    key: draftKeys.profile,
    values: toFormValues(profile),
  })
  const save = useSaveProfile(profile, {
    onSaved: onClose,
    onFailed: (error) => {
      if (hasStatus(error, 409))
        setError('username', { message: serverMessage(error) ?? '' }, { shouldFocus: true })
    },
    onSessionExpired: keepDraft,
  })
  return (
    <FormDialog
      title="Edit Profile"
      onClose={onClose}
      onSubmit={handleSubmit((valid) => save.mutate(toFormValues(valid)))}
      isDirty={isDirty}
      isPending={save.isPending}
    >
      <TextField label="Username" autoComplete="username" {...field('username')} />
      <TextField label="Display name" optional autoComplete="name" {...field('displayName')} />
      <div className="grid gap-5.5 tablet:grid-cols-2 tablet:gap-4">
        <TextField label="First name" optional autoComplete="given-name" {...field('firstName')} />
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
    </FormDialog>
  )
}
