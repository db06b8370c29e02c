import { createHmac, timingSafeEqual } from 'node:crypto'
import { sendFile } from '#contract/routes.ts'
import { isUploadKey } from './object-key.ts'

/** The path of the route, without its method and the wildcard for the key. */
const path = sendFile.slice('PUT '.length, -'*'.length)

export type UploadSignature = { key: string; expires: string; signature: string }

/** Signed, expiring upload URLs on this server, as S3 has on its own. */
export function createUploadUrlSigner({
  publicUrl,
  secret,
}: {
  publicUrl: string
  secret: string | Buffer
}) {
  const prefix = new URL(path, publicUrl)

  const signatureOf = (key: string, expires: string) =>
    createHmac('sha256', secret).update(`object upload\nPUT\n${key}\n${expires}`).digest()

  return {
    sign(key: string, expiresInSeconds: number): string {
      const expires = String(Math.floor(Date.now() / 1000) + expiresInSeconds)
      const signature = signatureOf(key, expires).toString('base64url')
      return `${prefix.href}${key}?expires=${expires}&signature=${signature}`
    },

    verify({ key, expires, signature }: UploadSignature): 'valid' | 'expired' | 'invalid' {
      const actual = Buffer.from(signature, 'base64url')
      const expected = signatureOf(key, expires)
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return 'invalid'
      return Number(expires) * 1000 > Date.now() ? 'valid' : 'expired'
    },

    keyFromUrl: (url: string) => keyFromUrl(prefix, url),
  }
}

/** The upload key in a URL below a base URL; the query is ignored. */
export function keyFromUrl(base: URL, text: string): string | undefined {
  const url = URL.parse(text)
  if (url?.origin !== base.origin || url.username !== '' || url.password !== '') return undefined
  if (!url.pathname.startsWith(base.pathname)) return undefined
  const key = url.pathname.slice(base.pathname.length)
  return isUploadKey(key) ? key : undefined
}
