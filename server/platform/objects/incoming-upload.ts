import type { Readable } from 'node:stream'
import type { createUploadUrlSigner } from './presigned-upload-url.ts'

export type IncomingUpload = {
  key: string
  expires: string
  signature: string
  body: Readable
  /** What the sender says. It is believed only where that means refusing at once. */
  contentLength?: number | undefined
  maxBytes: number
}

type Reason = 'wrong-address' | 'expired-address' | 'too-large' | 'incomplete'

const messages: Record<Reason, string> = {
  'wrong-address': 'This upload address is not valid.',
  'expired-address': 'This upload address has expired.',
  'too-large': 'The file is too large.',
  incomplete: 'The upload broke off before its end.',
}

/** The sender's fault. The body is left as it is: whoever answers decides what becomes of the connection. */
export class UploadRejected extends Error {
  readonly reason: Reason
  constructor(reason: Reason, cause?: unknown) {
    super(messages[reason], { cause })
    this.name = 'UploadRefused'
    this.reason = reason
  }
}

/** Throws for all that can be known before the first byte is read. */
export function validateUpload(
  upload: IncomingUpload,
  signatures: ReturnType<typeof createUploadUrlSigner>,
): void {
  const verdict = signatures.verdict(upload)
  if (verdict === 'wrong') throw new UploadRejected('wrong-address')
  if (verdict === 'expired') throw new UploadRejected('expired-address')
  if ((upload.contentLength ?? 0) > upload.maxBytes) throw new UploadRejected('too-large')
}

/** The body's bytes, counted as they come. */
export async function* readUpload(upload: IncomingUpload): AsyncGenerator<Uint8Array> {
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
