import { HttpError } from '#server/errors.ts'

/**
 * The identity provider cannot be reached, or does not work as it is configured. The message is one
 * sentence for the administrator that names the setting to change. It holds no secrets.
 */
export class ProviderError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ProviderError'
  }
}

/** The user is authenticated, but may not sign in: suspended, or registration is closed to them. */
export class AccessDenied extends HttpError {
  constructor(message: string) {
    super(403, message)
    this.name = 'AccessDenied'
  }
}

export const suspendedMessage = (reason?: string | null) =>
  `This account is suspended.${reason ? ` Reason: ${reason}` : ''}`
export const accountSuspended = (reason?: string | null) =>
  new AccessDenied(suspendedMessage(reason))
export const invalidInviteMessage = 'This invite is not valid.'
export const inviteRequired = () =>
  new AccessDenied('You need a valid invite to create an account.')
export const registrationClosed = () => new AccessDenied('Registration is closed.')

/** A sign-in that failed: wrong state, nonce, audience, issuer or signature, or the provider refused it. */
export class OAuthError extends Error {
  constructor(cause: unknown) {
    super('The sign-in could not be completed.', { cause })
    this.name = 'OAuthError'
  }
}
