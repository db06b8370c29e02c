import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLocalDisk } from '#server/platform/objects/local-disk.ts'
import type { LocalFile } from '#server/platform/objects/local-file.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { type ResolvedRange, resolveRange } from './byte-ranges.ts'

type SendOptions = {
  key: string
  contentType: string
  /** Whether anybody may have it: then it may come from an address that everybody shares. */
  isPublic: boolean
  /** Whether the browser may show it again without asking; else it asks each time, and gets no bytes twice. */
  cacheable: boolean
}

/** A paused player goes on asking the address that it was sent to, which lives at least half of this. */
const urlSeconds = 60 * 60

/** What people uploaded can do nothing, even where somebody opens it as a page. */
export const sandboxHeaders = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

/** docs/decisions/0020-media-caching.md */
export function cacheControl({ cacheable }: { cacheable: boolean }): string {
  return cacheable ? 'private, max-age=31536000, immutable' : 'private, no-cache'
}

/** Sends an object, or the way to it where the store hands it out itself. False if it is not there. */
export async function sendObject(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  store: ObjectStore,
  sending: SendOptions,
): Promise<boolean> {
  if (isLocalDisk(store)) {
    const file = await store.openFile(sending.key)
    if (file && store.xAccelPrefix)
      await xAccelRedirect(reply, store.xAccelPrefix + file.path, sending)
    else if (file) await sendFile(request, reply, file, sending)
    return file !== undefined
  }
  const { key, contentType, isPublic, cacheable } = sending
  const address = await store.presignedDownloadUrl(key, {
    contentType,
    expiresInSeconds: urlSeconds,
    isPublic,
  })
  if (!address) return false
  const keptSeconds = cacheable ? urlSeconds / 2 : 0
  reply.header(
    'cache-control',
    keptSeconds ? `private, max-age=${keptSeconds}` : 'private, no-cache',
  )
  await reply.redirect(address, 302)
  return true
}

/** nginx sends the file in place of this answer, in the part that was asked for, and knows by itself if it is unchanged. */
async function xAccelRedirect(
  reply: FastifyReply,
  address: string,
  { contentType, cacheable }: SendOptions,
): Promise<void> {
  reply.headers({ ...sandboxHeaders, 'cache-control': cacheControl({ cacheable }) })
  await reply.type(contentType).header('x-accel-redirect', address).send()
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: LocalFile,
  { contentType, cacheable }: SendOptions,
): Promise<void> {
  const { metadata } = file
  const part = resolveRange(request.headers, metadata)
  reply.headers({
    ...sandboxHeaders,
    'cache-control': cacheControl({ cacheable }),
    etag: metadata.etag,
    'last-modified': metadata.modified.toUTCString(),
    'accept-ranges': 'bytes',
    ...lengthOf(part, metadata.size),
  })
  if (part.kind === 'unchanged') return void (await reply.code(304).send())
  if (part.kind === 'unsatisfiable')
    return void (await reply.code(416).send({ message: 'The range lies outside the file.' }))
  reply.header('content-type', contentType)
  await copyFile(request, reply, file, part)
}

/** Past Fastify's own way, which copies each chunk through a stream and costs half of the speed. */
async function copyFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: LocalFile,
  part: Extract<ResolvedRange, { kind: 'whole' | 'range' }>,
): Promise<void> {
  const { raw } = reply
  reply.hijack()
  raw.writeHead(part.kind === 'range' ? 206 : 200, reply.getHeaders() as Record<string, string>)
  try {
    const complete =
      request.method === 'HEAD' ||
      (await file.copyTo(raw, part.kind === 'range' ? part.range : undefined))
    if (complete) raw.end()
  } catch (error) {
    request.log.error({ err: error }, 'a file broke off while it was sent')
    raw.destroy()
  }
}

function lengthOf(part: ResolvedRange, size: number): Record<string, string | number> {
  if (part.kind === 'whole') return { 'content-length': size }
  if (part.kind === 'unsatisfiable') return { 'content-range': `bytes */${size}` }
  if (part.kind === 'unchanged') return {}
  const { start, end } = part.range
  return { 'content-length': end - start + 1, 'content-range': `bytes ${start}-${end}/${size}` }
}
