import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLocalDisk } from '#server/platform/objects/local-disk.ts'
import { type LocalFile, writeChunk } from '#server/platform/objects/local-file.ts'
import type {
  ByteRange,
  ObjectMetadata,
  ObjectStore,
} from '#server/platform/objects/object-store.ts'
import { type RangeMetadata, type ResolvedRange, resolveRange } from './byte-ranges.ts'

type SendOptions = {
  key: string
  contentType: string
  /** Everyone may read it, so it may come from a shared public URL. */
  isPublic: boolean
  /** The browser may reuse it without revalidation. */
  cacheable: boolean
}

/**
 * How long URLs of the store are valid. Access to audio is checked with every request, and the streams of suspended and
 * deleted users end within a minute: a player that seeks later is redirected again. Images are reused without
 * revalidation.
 */
const urlSeconds = { checked: 60, cacheable: 60 * 60 }

/** Uploaded content cannot run anything, even if it is opened as a page. */
export const sandboxHeaders = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

/** See docs/decisions/0017-media-caching.md. */
export function cacheControl({ cacheable }: { cacheable: boolean }): string {
  return cacheable ? 'private, max-age=31536000, immutable' : 'private, no-cache'
}

/** Sends an object, or redirects to where the store serves it. Returns false if it does not exist. */
export async function sendObject(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  store: ObjectStore,
  options: SendOptions,
): Promise<boolean> {
  const { key, contentType, isPublic, cacheable } = options
  if (isLocalDisk(store)) {
    const xAccelPath = store.xAccelPath(key)
    if (xAccelPath === undefined)
      return sendFile(request, reply, await store.openFile(key), options)
    if (!(await store.stat(key))) return false
    await xAccelRedirect(reply, xAccelPath, options)
    return true
  }
  // A presigned URL is signed for GET alone.
  if (request.method === 'HEAD') return sendHead(reply, await store.stat(key), options)
  const expiresInSeconds = cacheable ? urlSeconds.cacheable : urlSeconds.checked
  const url = await store.presignedDownloadUrl(key, { contentType, expiresInSeconds, isPublic })
  if (!url) return false
  reply.header(
    'cache-control',
    cacheable ? `private, max-age=${expiresInSeconds / 2}` : 'private, no-cache',
  )
  await reply.redirect(url, 302)
  return true
}

/** As `sendObject`, but never redirects to the store. */
export async function sendThrough(
  context: { request: FastifyRequest; reply: FastifyReply },
  store: ObjectStore,
  options: SendOptions,
): Promise<boolean> {
  if (isLocalDisk(store)) return sendObject(context, store, options)
  const { key, contentType, cacheable } = options
  const metadata = await store.stat(key)
  if (!metadata) return false
  context.reply.headers({ ...sandboxHeaders, 'cache-control': cacheControl({ cacheable }) })
  await sendRange(context, metadata, contentType, async (range) => {
    for await (const bytes of (await store.read(key, range)) ?? [])
      if (!(await writeChunk(context.reply.raw, bytes))) return false
    return true
  })
  return true
}

async function sendHead(
  reply: FastifyReply,
  metadata: ObjectMetadata | undefined,
  { contentType, cacheable }: SendOptions,
): Promise<boolean> {
  if (!metadata) return false
  reply.headers({
    ...sandboxHeaders,
    'cache-control': cacheControl({ cacheable }),
    'accept-ranges': 'bytes',
    'content-length': metadata.size,
  })
  reply.type(contentType).hijack()
  // Fastify would replace the length by that of the empty body.
  reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>).end()
  return true
}

/** nginx replaces this response with the file, and handles ranges and conditional requests itself. */
async function xAccelRedirect(
  reply: FastifyReply,
  path: string,
  { contentType, cacheable }: SendOptions,
): Promise<void> {
  reply.headers({ ...sandboxHeaders, 'cache-control': cacheControl({ cacheable }) })
  await reply.type(contentType).header('x-accel-redirect', path).send()
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: LocalFile | undefined,
  { contentType, cacheable }: SendOptions,
): Promise<boolean> {
  if (!file) return false
  try {
    reply.headers({
      ...sandboxHeaders,
      'cache-control': cacheControl({ cacheable }),
      'last-modified': file.metadata.modified.toUTCString(),
    })
    await sendRange({ request, reply }, file.metadata, contentType, (range) =>
      file.copyTo(reply.raw, range),
    )
    return true
  } finally {
    await file.close()
  }
}

type Copy = (range: ByteRange | undefined) => Promise<boolean>

/**
 * Sends a file or the range of it that the client asks for (RFC 9110). `copy` writes the bytes, and returns false if the
 * client has disconnected. Returns the range that was sent completely, if any.
 */
export async function sendRange(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  metadata: RangeMetadata,
  contentType: string,
  copy: Copy,
): Promise<ByteRange | undefined> {
  const { size, etag } = metadata
  const resolved = resolveRange(request.headers, metadata)
  reply.headers({ etag, 'accept-ranges': 'bytes', ...lengthHeaders(resolved, size) })
  if (resolved.kind === 'not-modified') await reply.code(304).send()
  else if (resolved.kind === 'unsatisfiable')
    await reply.code(416).send({ message: 'The requested range is outside the file.' })
  else {
    reply.header('content-type', contentType)
    const range = resolved.kind === 'range' ? resolved.range : undefined
    if (await writeBody(request, reply, range, copy)) return range ?? { start: 0, end: size - 1 }
  }
  return undefined
}

/** Bypasses Fastify's stream handling, which copies every chunk and doubles the CPU. */
async function writeBody(
  request: FastifyRequest,
  reply: FastifyReply,
  range: ByteRange | undefined,
  copy: Copy,
): Promise<boolean> {
  const { raw } = reply
  reply.hijack()
  raw.writeHead(range ? 206 : 200, reply.getHeaders() as Record<string, string>)
  try {
    const isComplete = request.method !== 'HEAD' && (await copy(range))
    if (isComplete || request.method === 'HEAD') raw.end()
    return isComplete
  } catch (error) {
    request.log.error({ err: error }, 'sending a file failed')
    raw.destroy()
    return false
  }
}

function lengthHeaders(range: ResolvedRange, size: number): Record<string, string | number> {
  if (range.kind === 'whole') return { 'content-length': size }
  if (range.kind === 'unsatisfiable') return { 'content-range': `bytes */${size}` }
  if (range.kind === 'not-modified') return {}
  const { start, end } = range.range
  return { 'content-length': end - start + 1, 'content-range': `bytes ${start}-${end}/${size}` }
}
