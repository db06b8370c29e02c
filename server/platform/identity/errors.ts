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

/** The provider's response is not one to trust: wrong state, nonce, audience, issuer or signature, or a refusal. */
export class OAuthError extends Error {
  constructor(cause: unknown) {
    super('The sign-in could not be completed.', { cause })
    this.name = 'SignInRefused'
  }
}
