import type { Readable } from 'node:stream'

export type ObjectFacts = {
  size: number
  /** Quoted, ready for an ETag header. */
  etag: string
  modified: Date
}

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }

/**
 * Where files live. The disk adapter and the S3 adapter behave alike, and the same tests run on both.
 * A missing object is `undefined`; a store that does not answer throws `StoreUnavailable`.
 */
export type ObjectStore = {
  /** An address to which a browser may PUT one file until it expires. */
  uploadAddress(key: string, options: { expiresInSeconds: number }): Promise<string>
  /** The key behind an address that `uploadAddress` made, whoever sends it back to us; else undefined. */
  keyOfUploadAddress(address: string): string | undefined
  facts(key: string): Promise<ObjectFacts | undefined>
  read(key: string, range?: ByteRange): Promise<Readable | undefined>
  /** Complete and durable when it returns; never visible half-written. */
  write(
    key: string,
    body: Uint8Array | Readable,
    options: { contentType: string },
  ): Promise<ObjectFacts>
  /** Moves an upload to where no upload address reaches. False if there is nothing at `from`. */
  move(from: string, to: string, options: { contentType: string }): Promise<boolean>
  /** No error if it is gone already. */
  remove(key: string): Promise<void>
  /** All keys that begin so, for sweeps and the doctor. */
  list(prefix: string): AsyncIterable<{ key: string; size: number; modified: Date }>
  /** Where a browser fetches the object itself; undefined when it goes through our own server. */
  downloadAddress(
    key: string,
    options: { contentType: string; expiresInSeconds: number },
  ): Promise<string | undefined>
  /** Origins that pages must be allowed to talk to, for the content security policy. */
  origins: readonly string[]
  /** Throws if the store cannot be used. */
  check(): Promise<void>
  close(): Promise<void>
}

export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('The object store does not answer.', { cause })
    this.name = 'StoreUnavailable'
  }
}
