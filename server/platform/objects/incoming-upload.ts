import type { Readable } from 'node:stream'
import type { createUploadUrlSigner } from './presigned-upload-url.ts'

export type IncomingUpload = {
  key: string
  expires: string
  signature: string
  body: Readable
  /** The Content-Length header. Trusted only to reject early. */
  contentLength?: number | undefined
  maxBytes: number
  /** Sees every byte before it is written, and may reject the upload. */
  meter?: (body: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>
}

type Reason = 'invalid-url' | 'expired-url' | 'too-large' | 'incomplete' | 'no-length'

const messages: Record<Reason, string> = {
  'invalid-url': 'This upload URL is not valid.',
  'expired-url': 'This upload URL has expired.',
  'too-large': 'The file is too large.',
  incomplete: 'The upload was interrupted.',
  'no-length': 'The upload needs a Content-Length header.',
}

/** The client made a mistake. The body is left unread: the caller decides whether to close the connection. */
export class UploadRejected extends Error {
  readonly reason: Reason
  constructor(reason: Reason, cause?: unknown) {
    super(messages[reason], { cause })
    this.name = 'UploadRejected'
    this.reason = reason
  }
}

export type SignedUrl = Pick<IncomingUpload, 'key' | 'expires' | 'signature'>

export function verifyUploadUrl(
  url: SignedUrl,
  signer: ReturnType<typeof createUploadUrlSigner>,
): void {
  const result = signer.verify(url)
  if (result === 'invalid') throw new UploadRejected('invalid-url')
  if (result === 'expired') throw new UploadRejected('expired-url')
}

/** Rejects what can be rejected before the first byte of the body. */
export function validateUpload(
  upload: IncomingUpload,
  signer: ReturnType<typeof createUploadUrlSigner>,
): void {
  verifyUploadUrl(upload, signer)
  if ((upload.contentLength ?? 0) > upload.maxBytes) throw new UploadRejected('too-large')
}

/** The body's bytes. Throws once there are too many, or if the body ends early. */
export function readUpload(upload: IncomingUpload): AsyncIterable<Uint8Array> {
  const body = readBody(upload)
  return upload.meter ? upload.meter(body) : body
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
