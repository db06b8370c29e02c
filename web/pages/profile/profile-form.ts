import { z } from 'zod'
import { type Profile, profileUpdate } from '#contract/users.ts'

/** The profile form, with the contract's validation and messages. */
export const profileForm = z.object({
  ...profileUpdate.shape,
  username: profileUpdate.shape.username.unwrap(),
})

export type ProfileValues = z.input<typeof profileForm>

export function toFormValues(profile: Profile): ProfileValues {
  return {
    username: profile.username,
    displayName: profile.displayName ?? '',
    firstName: profile.firstName ?? '',
    lastName: profile.lastName ?? '',
    bio: profile.bio ?? '',
    location: profile.location ?? '',
    website: profile.website ?? '',
  }
}

export function toProfileUpdate(valid: z.output<typeof profileForm>): ProfileValues {
  return {
    username: valid.username,
    displayName: valid.displayName ?? '',
    firstName: valid.firstName ?? '',
    lastName: valid.lastName ?? '',
    bio: valid.bio ?? '',
    location: valid.location ?? '',
    website: valid.website ?? '',
  }
}
