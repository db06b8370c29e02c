import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation, useRoute } from 'wouter'
import { paths, profilePattern } from '#contract/paths.ts'
import * as routes from '#contract/routes.ts'
import type { Profile } from '#contract/users.ts'
import { onCurrentUserUpdated } from '#web/api/cache-updates.ts'
import { hasStatus, request, serverMessage } from '#web/api/client.ts'
import { profileQuery } from '#web/api/users.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useDraftForm } from '#web/ui/use-draft-form.ts'
import { profileFailure } from './profile-failure.ts'
import { type ProfileValues, profileForm, toFormValues } from './profile-form.ts'

type EditProfileDialogProps = { profile: Profile; onClose: () => void }

export function EditProfileDialog({ profile, onClose }: EditProfileDialogProps) {
  const { field, handleSubmit, setError, isDirty, keepDraft } = useDraftForm(profileForm, {
    key: draftKeys.profile,
    values: toFormValues(profile),
  })
  const queryClient = useQueryClient()
  const follow = useFollowRename(profile)
  const save = useMutation({
    mutationFn: (body: ProfileValues) => request(routes.updateProfile, { body }),
    meta: {
      done: { title: 'Profile updated' },
      onFailure: profileFailure,
      onSessionExpired: keepDraft,
    },
    onError: (error) => {
      if (hasStatus(error, 409))
        setError('username', { message: serverMessage(error) ?? '' }, { shouldFocus: true })
    },
    onSuccess: (user) => {
      follow(user.username)
      void onCurrentUserUpdated(queryClient, user)
      onClose()
    },
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
      <TextField
        label="Fediverse"
        optional
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="@name@mastodon.social"
        hint={`Links to your pages name this account in Mastodon, once its settings allow ${location.hostname} as a website that may credit you.`}
        {...field('fediverse')}
      />
    </FormDialog>
  )
}

/** If the URL contains the username, it changes with it. */
function useFollowRename(profile: Profile): (username: string) => void {
  const queryClient = useQueryClient()
  const [, params] = useRoute(profilePattern)
  const [, navigate] = useLocation()
  return (username) => {
    if (username === profile.username || !params?.id || params.id === profile.id) return
    // Seeds the cache, so that the renamed page renders without loading.
    const renamed: Profile = { ...profile, username }
    queryClient.setQueryData(profileQuery(username).queryKey, renamed)
    navigate(paths.profile(username), { replace: true })
  }
}
