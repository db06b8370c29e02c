import { z } from 'zod'
import { email, newPassword, singleLine } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import type { FieldErrors, FieldName } from '../pages/forms.ts'

const maxInviteLength = 200

/** The same message for an unknown email and a wrong password. */
export const incorrectCredentials = 'Incorrect email or password.'

const signIn = z.object({
  email: z
    .string()
    .trim()
    .min(1, 'Please enter your email address.')
    .max(limits.maxEmailLength, incorrectCredentials),
  password: z
    .string()
    .min(1, 'Please enter your password.')
    .max(limits.maxPasswordLength, incorrectCredentials),
})

const createAccount = z.object({
  displayName: singleLine('Display name', limits.maxDisplayNameLength),
  email,
  password: newPassword,
  invite: z.string().trim(),
})

export type ParseResult<T> = { input: T } | { errors: FieldErrors }

export const parseSignIn = (body: unknown) => parse(signIn, body)
export const parseCreateAccount = (body: unknown) => parse(createAccount, body)

/** What the form shows again after an error. */
export function submittedValues(body: unknown) {
  const { email, displayName, invite } = textFields(body)
  return {
    email: email.slice(0, limits.maxEmailLength),
    displayName: displayName.slice(0, limits.maxDisplayNameLength),
    invite: invite.slice(0, maxInviteLength),
  }
}

/** What `navigator.credentials.get()` returned, as JSON; null if it is not valid JSON. */
export function parsePasskey(body: unknown): unknown {
  const sent = (body as Record<string, unknown> | null)?.['response']
  try {
    return typeof sent === 'string' ? JSON.parse(sent) : null
  } catch {
    return null
  }
}

/** A field that is missing or repeated is empty. */
function textFields(body: unknown): Record<FieldName, string> {
  const fields = (body ?? {}) as Record<string, unknown>
  const text = (name: FieldName) => (typeof fields[name] === 'string' ? fields[name] : '')
  return {
    displayName: text('displayName'),
    email: text('email'),
    password: text('password'),
    invite: text('invite'),
  }
}

function parse<T>(schema: z.ZodType<T>, body: unknown): ParseResult<T> {
  const parsed = schema.safeParse(textFields(body))
  if (parsed.success) return { input: parsed.data }
  const errors: FieldErrors = {}
  for (const issue of parsed.error.issues) {
    const field = issue.path[0] as FieldName
    errors[field] ??= issue.message
  }
  return { errors }
}
