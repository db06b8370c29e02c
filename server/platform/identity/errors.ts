/** The identity provider cannot be reached or does not do its work right now. */
export class ProviderUnavailable extends Error {
  constructor(cause: unknown) {
    super('The identity provider does not answer.', { cause })
    this.name = 'ProviderUnavailable'
  }
}

/** The provider's answer is not one to trust: wrong state, nonce, audience, issuer or signature, or a refusal. */
export class SignInRefused extends Error {
  constructor(cause: unknown) {
    super('The sign-in could not be completed.', { cause })
    this.name = 'SignInRefused'
  }
}
