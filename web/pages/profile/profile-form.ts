import { z } from 'zod'
import { profileUpdate } from '#contract/users.ts'
import { emptyForNull } from '#web/ui/use-draft-form.ts'

/** The profile form, with the contract's validation and messages. */
const { hideCounts: _setting, ...texts } = profileUpdate.shape
export const profileForm = z.object({
  ...texts,
  username: profileUpdate.shape.username.unwrap(),
})

export type ProfileValues = z.input<typeof profileForm>

/** Also the body of the request. */
export const toFormValues = (
  values: { [Name in keyof ProfileValues]?: string | null | undefined },
): ProfileValues => emptyForNull(profileForm, values)
