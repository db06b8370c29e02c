import type { Administrators } from '#server/viewer.ts'
import { builtInIssuer } from '../issuer.ts'
import type { Claims } from '../provider/oidc-client.ts'

/**
 * Why a user of an external provider, who could be in ADMIN_EMAILS, does not become administrator: one
 * sentence for the log.
 */
export function findEmailProblem(
  { email, emailVerified }: Pick<Claims, 'email' | 'emailVerified'>,
  { emails }: Administrators,
): string | undefined {
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
