import { createHmac, timingSafeEqual } from 'node:crypto'
import { isUploadKey } from './object-key.ts'

const path = '/api/objects/upload/'

export type UploadSignature = { key: string; expires: string; signature: string }

/** Signed, expiring addresses on our own server, as S3 has them on its. */
export function createUploadUrlSigner({
  publicUrl,
  secret,
}: {
  publicUrl: string
  secret: string | Buffer
}) {
  const prefix = new URL(path, publicUrl)

  const sign = (key: string, expires: string) =>
    createHmac('sha256', secret).update(`object upload\nPUT\n${key}\n${expires}`).digest()

  return {
    address(key: string, expiresInSeconds: number): string {
      const expires = String(Math.floor(Date.now() / 1000) + expiresInSeconds)
      const signature = sign(key, expires).toString('base64url')
      return `${prefix.href}${key}?expires=${expires}&signature=${signature}`
    },

    verdict({ key, expires, signature }: UploadSignature): 'good' | 'expired' | 'wrong' {
      const given = Buffer.from(signature, 'base64url')
      const right = sign(key, expires)
      if (given.length !== right.length || !timingSafeEqual(given, right)) return 'wrong'
      return Number(expires) * 1000 > Date.now() ? 'good' : 'expired'
    },

    keyOf(address: string): string | undefined {
      return keyFromUrl(prefix, address)
    },
  }
}

/** The upload key that an address names beneath a base address; its query does not matter. */
export function keyFromUrl(base: URL, address: string): string | undefined {
  const url = URL.parse(address)
  if (url?.origin !== base.origin || url.username !== '' || url.password !== '') return undefined
  if (!url.pathname.startsWith(base.pathname)) return undefined
  const key = url.pathname.slice(base.pathname.length)
  return isUploadKey(key) ? key : undefined
}
