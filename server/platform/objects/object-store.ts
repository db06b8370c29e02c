import type { Readable } from 'node:stream'

export type ObjectMetadata = {
  size: number
  /** Quoted, strong, ready for an ETag header. */
  etag: string
  modified: Date
  /** What the sender said it is, where the store keeps that. Never what we serve it as. */
  declaredType?: string
}

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }

/** A stream says its size beforehand: S3 wants to know, and a cut-off stream is then noticed. */
export type ObjectBody = Uint8Array | { stream: Readable; size: number }

/**
 * Where files live. The disk adapter and the S3 adapter behave alike, and the same tests run on both.
 * A missing object is `undefined`; a store that does not answer throws `StoreUnavailable`, within 5 seconds.
 * A key is lower-case words, digits, `.`, `_` and `-` in folders, such as `audio/4f2a.mp3`.
 */
export type ObjectStore = {
  /** An address to which a browser may PUT one file until it expires. The key begins with `uploads/`. */
  presignedUploadUrl(key: string, options: { expiresInSeconds: number }): Promise<string>
  /**
   * The key behind an address that `uploadAddress` made; undefined for any other address.
   * It does not say whose upload that is, nor whether the address has expired.
   */
  keyFromUploadUrl(address: string): string | undefined
  stat(key: string): Promise<ObjectMetadata | undefined>
  /** As much of the range as the object has: an empty stream if it begins past the end. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>
  /** Complete and durable when it returns; never visible half-written. */
  write(key: string, body: ObjectBody, options: { contentType: string }): Promise<ObjectMetadata>
  /**
   * Moves an upload to where no upload address reaches. False if there is nothing at `from`.
   * Whoever checks an upload's bytes moves it first: before that its owner can still replace them.
   */
  move(from: string, to: string, options: { contentType: string }): Promise<boolean>
  /** No error if it is gone already. */
  remove(key: string): Promise<void>
  /** All keys that begin so, in no order, for sweeps. */
  list(prefix: string): AsyncIterable<{ key: string; size: number; modified: Date }>
  /** Where a browser fetches the object itself; undefined when it goes through our own server. */
  presignedDownloadUrl(key: string, options: DownloadOptions): Promise<string | undefined>
  /** Origins that pages must be allowed to talk to, for the content security policy. */
  origins: readonly string[]
  /** Throws, with a sentence for the operator, if the store cannot be used. */
  check(): Promise<void>
  close(): Promise<void>
}

export type DownloadOptions = {
  contentType: string
  /** The address works no longer than this, and at least half of it. */
  expiresInSeconds: number
  /** Anybody may have the object, for good: only then may the address be one that never expires. */
  isPublic: boolean
}

export class StoreUnavailable extends Error {
  constructor(cause: unknown, message = 'The object store does not answer.') {
    super(message, { cause })
    this.name = 'StoreUnavailable'
  }
}

export class NoSpaceLeft extends Error {
  constructor(cause: unknown) {
    super('The object store has no room left.', { cause })
    this.name = 'NoSpaceLeft'
  }
}
