import { createHmac, timingSafeEqual } from 'node:crypto'

/** What the forms show about a sign-in besides their fields. */
export type SignInContext = {
  /** Shown after 'Sign in to'. */
  purpose?: string | undefined
  /** A path of this site, for users who continue without an account. */
  continueTo: string
}

/** Name of the parameter of the authorization request. */
export const contextParameter = 'sign_in_context'

export type SignInContexts = {
  sign(context: SignInContext): string
  /** Undefined if this server did not sign it. */
  verify(text: unknown): SignInContext | undefined
}

/**
 * Signed, because anyone can make a link to the authorization endpoint: the forms must not show texts or URLs of
 * others.
 */
export function createSignInContexts(key: Buffer): SignInContexts {
  const signatureOf = (content: string) => createHmac('sha256', key).update(content).digest()
  return {
    sign(context) {
      const content = Buffer.from(JSON.stringify(context)).toString('base64url')
      return `${content}.${signatureOf(content).toString('base64url')}`
    },
    verify(text) {
      if (typeof text !== 'string') return undefined
      const [content = '', signature = ''] = text.split('.')
      const given = Buffer.from(signature, 'base64url')
      const expected = signatureOf(content)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      return JSON.parse(Buffer.from(content, 'base64url').toString()) as SignInContext
    },
  }
}
