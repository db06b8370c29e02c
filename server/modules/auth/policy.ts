import type { Claims } from '#server/platform/identity/oidc-client.ts'
import type { Administrators } from './auth-context.ts'

/**
 * Why somebody whom ADMIN_EMAILS names, or may name, does not become an administrator: one sentence for the
 * log. Undefined for the built-in provider (no issuer), which verifies no addresses.
 */
export function findEmailProblem(
  { email, emailVerified }: Pick<Claims, 'email' | 'emailVerified'>,
  issuer: string | undefined,
  { emails }: Administrators,
): string | undefined {
  if (issuer === undefined || emails.length === 0) return undefined
  if (email === undefined)
    return 'The identity provider sent no "email" claim, so ADMIN_EMAILS has no effect: allow the scope "email" for OIDC_CLIENT_ID at the provider, or set ADMIN_USER_IDS.'
  if (emailVerified || !emails.some((one) => one.toLowerCase() === email.toLowerCase()))
    return undefined
  return `The identity provider did not send "email_verified": true for ${email}, so this address in ADMIN_EMAILS has no effect: verify the address at the provider, or set ADMIN_USER_IDS.`
}
