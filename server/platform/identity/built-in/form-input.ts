import { z } from 'zod'
import { singleLine } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import type { FieldErrors, FieldName } from '../pages/forms.ts'

const leastPassword = 8
const mostPassword = 200
const mostEmail = 254

/** What a wrong sign-in says, whether it was the e-mail or the password that was wrong. */
export const noMatch = 'This email and password do not go together.'

/** Some addresses that work have no dot in them: admin@localhost. */
const emailShape = z.email({
  pattern: z.regexes.html5Email,
  error: 'Please enter an email address, such as ines@example.org.',
})

const signIn = z.object({
  email: z.string().trim().min(1, 'Please enter your email address.').max(mostEmail, noMatch),
  password: z.string().min(1, 'Please enter your password.').max(mostPassword, noMatch),
})

const createAccount = z.object({
  displayName: singleLine('Display name', limits.displayName),
  email: z
    .string()
    .trim()
    .max(mostEmail, `Email must be less than ${mostEmail} characters`)
    .pipe(emailShape),
  password: z
    .string()
    .min(leastPassword, `Password must be at least ${leastPassword} characters`)
    .max(mostPassword, `Password must be less than ${mostPassword} characters`),
})

export type SignInInput = z.output<typeof signIn>
export type CreateAccountInput = z.output<typeof createAccount>
export type Read<T> = { input: T } | { errors: FieldErrors }

export const readSignIn = (body: unknown): Read<SignInInput> => read(signIn, body)
export const readCreateAccount = (body: unknown): Read<CreateAccountInput> =>
  read(createAccount, body)

/** What goes back into the form when something was wrong. */
export function typedValues(body: unknown): { email: string; displayName: string } {
  const fields = textFields(body)
  return {
    email: fields.email.slice(0, mostEmail),
    displayName: fields.displayName.slice(0, limits.displayName),
  }
}

/** A field that is missing or sent twice counts as empty. */
function textFields(body: unknown): Record<FieldName, string> {
  const given = (body ?? {}) as Record<string, unknown>
  const text = (name: FieldName) => (typeof given[name] === 'string' ? given[name] : '')
  return { displayName: text('displayName'), email: text('email'), password: text('password') }
}

function read<T>(schema: z.ZodType<T>, body: unknown): Read<T> {
  const parsed = schema.safeParse(textFields(body))
  if (parsed.success) return { input: parsed.data }
  const errors: FieldErrors = {}
  for (const issue of parsed.error.issues) {
    const field = issue.path[0] as FieldName
    errors[field] ??= issue.message
  }
  return { errors }
}
