import type { z } from 'zod'
import { email, optionalSingleLine, optionalUrl } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { profileUpdate } from '#contract/users.ts'
import { hasControlCharacters } from '#server/platform/http/control-characters.ts'

const { displayName, firstName, lastName } = profileUpdate.shape
const token = optionalSingleLine('Token', limits.maxShortTextLength)

/** The claims that are used, with the rules of what users type. */
const textClaims = {
  email: ['email', email],
  preferredUsername: [
    'preferred_username',
    optionalSingleLine('Username', limits.maxShortTextLength),
  ],
  name: ['name', displayName],
  givenName: ['given_name', firstName],
  familyName: ['family_name', lastName],
  picture: ['picture', optionalUrl],
  /** From the built-in provider only: identifies the password that was entered. */
  passwordId: ['password_id', token],
  /** From the built-in provider only: its own session in this browser. */
  providerSession: ['provider_session', token],
} as const satisfies Record<string, readonly [string, z.ZodType<unknown>]>

/** The claims of an id token and of the userinfo endpoint. Only issuer and subject are always present. */
export type Claims = {
  issuer: string
  subject: string
  emailVerified: boolean
  /** There was a claim, which is left out. */
  hasInvalidEmail?: true
} & { [Name in keyof typeof textClaims]?: string }

type Document = Readonly<Record<string, unknown>>
type Documents = { idToken: Document & { sub: string }; userInfo: Document }

/** OpenID Connect allows no longer ones. */
const maxSubjectLength = 255

/** What is not valid is left out: a sign-in does not fail because of a name or an address. */
export function readClaims({ idToken, userInfo }: Documents, issuer: string): Claims {
  const { sub: subject, password_id, provider_session } = idToken
  if (subject.length > maxSubjectLength || hasControlCharacters(subject))
    throw new Error('the id token has an invalid subject')
  // Of one document: otherwise it could be about another address.
  const { email, email_verified } = isPresent(userInfo['email']) ? userInfo : idToken
  // Many providers send names only from the userinfo endpoint, which may also have newer values. From the id token alone
  // is what describes this sign-in.
  const values = { ...idToken, ...userInfo, email, password_id, provider_session }
  const texts = readTexts(values)
  const isValid = texts.email !== undefined
  return {
    issuer,
    subject,
    emailVerified: isValid && email_verified === true,
    ...(isPresent(email) && !isValid && { hasInvalidEmail: true }),
    ...texts,
  }
}

function readTexts(values: Document): { [Name in keyof typeof textClaims]?: string } {
  const texts = Object.entries(textClaims).map(([name, [claim, schema]]) => {
    const { data } = schema.safeParse(values[claim])
    return [name, hasControlCharacters(values[claim]) ? undefined : data]
  })
  return Object.fromEntries(texts.filter(([, text]) => typeof text === 'string'))
}

const isPresent = (value: unknown) => value !== undefined && value !== null && value !== ''
