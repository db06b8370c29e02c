import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Readable } from 'node:stream'
import { sendFile } from '#contract/routes.ts'
import type { UploadPart } from './multipart.ts'
import { assertUploadKey, isUploadKey } from './object-key.ts'

export type SignedUrl = { key: string; expires: string; signature: string }

export type IncomingUpload = SignedUrl & {
  body: Readable
  /** The Content-Length header. Trusted only to reject early. */
  contentLength?: number | undefined
  maxBytes: number
  /** Set if the body is a part of an upload; the key names it. */
  part?: UploadPart | undefined
  /** Sees every byte before it is written, and may reject the upload. */
  meter?: (body: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>
}

const messages = {
  'invalid-url': 'This upload URL is not valid.',
  'expired-url': 'This upload URL has expired.',
  'too-large': 'The file is too large.',
  incomplete: 'The upload was interrupted.',
  'no-length': 'The upload needs a Content-Length header.',
}
type Reason = keyof typeof messages

/** The client made a mistake. The body is left unread: the caller decides whether to close the connection. */
export class UploadRejected extends Error {
  readonly reason: Reason
  constructor(reason: Reason, cause?: unknown) {
    super(messages[reason], { cause })
    this.name = 'UploadRejected'
    this.reason = reason
  }
}

/** The path of the route, without its method and the wildcard for the key. */
const path = sendFile.slice('PUT '.length, -'*'.length)

/** Signed, expiring upload URLs on this server, as S3 has on its own. */
export function createUploadUrlSigner(server: { publicUrl: string; secret: string | Buffer }) {
  const prefix = new URL(path, server.publicUrl)
  const signatureOf = (key: string, expires: string) =>
    createHmac('sha256', server.secret).update(`object upload\nPUT\n${key}\n${expires}`).digest()

  function verify({ key, expires, signature }: SignedUrl): void {
    const actual = Buffer.from(signature, 'base64url')
    const expected = signatureOf(key, expires)
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected))
      throw new UploadRejected('invalid-url')
    if (Number(expires) * 1000 <= Date.now()) throw new UploadRejected('expired-url')
  }

  return {
    sign(key: string, expiresInSeconds: number): string {
      const expires = String(Math.floor(Date.now() / 1000) + expiresInSeconds)
      const signature = signatureOf(assertUploadKey(key), expires).toString('base64url')
      return `${prefix.href}${key}?expires=${expires}&signature=${signature}`
    },
    verify,
    keyFromUrl: (url: string) => keyFromUrl(prefix, url),
    /** The body's bytes. Throws at once if the URL is wrong, later if the body has too many or too few bytes. */
    open(upload: IncomingUpload): AsyncIterable<Uint8Array> {
      verify(upload)
      if ((upload.contentLength ?? 0) > upload.maxBytes) throw new UploadRejected('too-large')
      const body = readBody(upload)
      return upload.meter?.(body) ?? body
    },
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

async function* readBody(upload: IncomingUpload): AsyncGenerator<Uint8Array> {
  let received = 0
  try {
    for await (const chunk of upload.body.iterator({ destroyOnReturn: false })) {
      received += chunk.length
      if (received > upload.maxBytes) throw new UploadRejected('too-large')
      yield chunk
    }
  } catch (error) {
    throw error instanceof UploadRejected ? error : new UploadRejected('incomplete', error)
  }
  if (upload.contentLength !== undefined && received !== upload.contentLength)
    throw new UploadRejected('incomplete')
}
