import type { Readable } from 'node:stream'
import type { IncomingUpload, SignedUrl } from './incoming-upload.ts'
import type { Multipart } from './multipart.ts'

export type ObjectMetadata = {
  size: number
  /** Quoted, strong, ready for an ETag header. */
  etag: string
  modified: Date
  /** The content type that the uploader declared, if the store records it. Never served. */
  declaredType?: string
}

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }

/** A stream comes with its size: S3 needs it, and a truncated stream is detected by it. */
export type ObjectBody = Uint8Array | { stream: Readable; size: number }

/**
 * Object storage. The disk and S3 implementations behave alike and pass the same tests.
 * A missing object is `undefined`; a store that does not respond throws `StoreUnavailable` within 5 seconds.
 * Keys are lower-case letters, digits, `.`, `_` and `-` in folders, such as `audio/4f2a.mp3`.
 */
export type ObjectStore = {
  /**
   * A URL to which a browser may PUT one file until it expires. The key starts with `uploads/`. It leads to the store
   * itself only for a declared file, and only if the store cannot be made to copy other objects through it.
   */
  presignedUploadUrl(key: string, options: UploadUrlOptions): Promise<string>
  /** Throws `UploadRejected` if this is not a presigned URL of this server, or has expired. */
  verifyUploadUrl(url: SignedUrl): void
  /** Stores what a browser PUTs to a presigned URL of this server. Throws `UploadRejected` or `NoSpaceLeft`. */
  receive(upload: IncomingUpload): Promise<ObjectMetadata>
  /**
   * The key in a URL made by `presignedUploadUrl`; undefined for any other URL.
   * Checks neither the owner of the upload nor whether the URL has expired.
   */
  keyFromUploadUrl(url: string): string | undefined
  multipart: Multipart
  stat(key: string): Promise<ObjectMetadata | undefined>
  /** As much of the range as the object has: an empty stream if it starts past the end. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>
  /** Complete and durable when it returns; never visible half-written. */
  write(key: string, body: ObjectBody, options: { contentType: string }): Promise<ObjectMetadata>
  /**
   * Moves an upload out of reach of its presigned URL. Returns false if there is nothing at `from`.
   * An upload is moved before it is validated: until then its owner can still replace the bytes.
   */
  move(from: string, to: string, options: { contentType: string }): Promise<boolean>
  /** Leaves the original. Returns false if there is nothing at `from`. */
  copy(from: string, to: string, options: { contentType: string }): Promise<boolean>
  /** No error if it does not exist. */
  remove(key: string): Promise<void>
  /** All keys with this prefix, in no particular order. */
  list(prefix: string): AsyncIterable<{ key: string; size: number; modified: Date }>
  /** A URL from which the browser fetches the object; undefined if this server sends it. */
  presignedDownloadUrl(key: string, options: DownloadOptions): Promise<string | undefined>
  /** Origins for the content security policy of pages. */
  origins: readonly string[]
  /** Throws, with a message for the operator, if the store cannot be used. */
  check(): Promise<void>
  /** One sentence for the operator for each setting of the store that could be better. */
  findProblems(): Promise<string[]>
  close(): Promise<void>
}

type UploadUrlOptions = {
  expiresInSeconds: number
  /** What the browser will send. A store that gets it directly accepts nothing else. */
  file?: DeclaredFile | undefined
}

export type DeclaredFile = { size: number; contentType: string }

export type DownloadOptions = {
  contentType: string
  /** The URL is valid for at most this long, and at least half of it. */
  expiresInSeconds: number
  /** Everyone may read the object, permanently: only then may the URL be one that never expires. */
  isPublic: boolean
}

export class StoreUnavailable extends Error {
  constructor(cause: unknown, message = 'The object store does not respond.') {
    super(message, { cause })
    this.name = 'StoreUnavailable'
  }
}

export class NoSpaceLeft extends Error {
  constructor(cause: unknown) {
    super('The object store has no space left.', { cause })
    this.name = 'NoSpaceLeft'
  }
}
