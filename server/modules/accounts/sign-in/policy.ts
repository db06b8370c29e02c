import type { Administrators } from '#server/viewer.ts'
import { builtInIssuer } from '../issuer.ts'
import type { Claims } from '../provider/claims.ts'

/**
 * Why the address of a user of an external provider is not used, or does not make them administrator, who could be in
 * ADMIN_EMAILS: one sentence for the log.
 */
export function findEmailProblem(
  {
    email,
    emailVerified,
    hasInvalidEmail,
  }: Pick<Claims, 'email' | 'emailVerified' | 'hasInvalidEmail'>,
  { emails }: Administrators,
): string | undefined {
  if (hasInvalidEmail)
    return 'The identity provider sent an "email" claim that is not a valid address, so the user has none: correct the address at the provider.'
  if (emails.length === 0) return undefined
  if (email === undefined)
    return 'The identity provider sent no "email" claim, so ADMIN_EMAILS has no effect: allow the scope "email" for OIDC_CLIENT_ID at the provider, or set ADMIN_USER_IDS.'
  if (emailVerified || !emails.some((one) => one.toLowerCase() === email.toLowerCase()))
    return undefined
  return `The identity provider did not send "email_verified": true for ${email}, so this address in ADMIN_EMAILS has no effect: verify the address at the provider, or set ADMIN_USER_IDS.`
}

/**
 * Whether a user may sign in for the first time while registration is closed: administrators, and accounts of the
 * built-in provider, which exist already.
 */
export const mayRegisterWhileClosed = (
  { issuer, email, emailVerified }: Pick<Claims, 'issuer' | 'email' | 'emailVerified'>,
  { emails }: Administrators,
): boolean =>
  issuer === builtInIssuer ||
  (emailVerified && emails.some((admin) => admin.toLowerCase() === email?.toLowerCase()))
