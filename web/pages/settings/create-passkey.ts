import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import * as routes from '#contract/routes.ts'
import { request } from '#web/api/client.ts'

/** Browsers have passkeys over HTTPS and on localhost only. */
export const hasPasskeySupport = () => typeof globalThis.PublicKeyCredential === 'function'

/** Lets the browser create a passkey, and adds it to the account. */
export async function createPasskey(name: string) {
  const [options, { startRegistration }] = await Promise.all([
    request(routes.startPasskey),
    import('@simplewebauthn/browser'),
  ])
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const body = { name, response: await startRegistration({ optionsJSON }) }
  return request(routes.addPasskey, { body })
}

/** Why the browser created none; undefined for other errors. */
export function creationProblem(error: Error | null): string | undefined {
  if (error?.name === 'InvalidStateError') return 'This device already has a passkey for you.'
  if (error?.name === 'NotAllowedError' || error?.name === 'AbortError')
    return 'No passkey was added.'
  if (error?.name === 'SecurityError' || error?.name === 'NotSupportedError')
    return 'This browser cannot create a passkey for this site.'
  return undefined
}
