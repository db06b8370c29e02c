import { z } from 'zod'
import { profileUpdate } from '#contract/users.ts'

/** The profile form, with the contract's validation and messages. */
export const profileForm = z.object({
  ...profileUpdate.shape,
  username: profileUpdate.shape.username.unwrap(),
})

export type ProfileValues = z.input<typeof profileForm>

const names = Object.keys(profileForm.shape) as (keyof ProfileValues)[]

/** Every field of the form, with null as empty text; also the body of the request. */
export function toFormValues(
  values: {
    [Name in keyof ProfileValues]?: string | null | undefined
  },
): ProfileValues {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? ''])) as ProfileValues
}
