import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ByteSource, wholeOf } from '#server/platform/objects/byte-source.ts'
import { writeChunk } from '#server/platform/objects/local-file.ts'
import { sandboxHeaders, sendRange } from './send-object.ts'

type Download = { content: ByteSource; contentType: string; fileName: string; etag: string }

/** Sends bytes for the browser to save, or a range of them. Returns whether the client has got the last byte. */
export async function sendDownload(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { content, contentType, fileName, etag }: Download,
): Promise<boolean> {
  reply.headers({
    ...sandboxHeaders,
    'cache-control': 'private, no-cache',
    'content-disposition': attachment(fileName),
  })
  const metadata = { size: content.size, etag }
  const sent = await sendRange({ request, reply }, metadata, contentType, async (range) => {
    for await (const bytes of content.read(range ?? wholeOf(content)))
      if (!(await writeChunk(reply.raw, bytes))) return false
    return true
  })
  return sent?.end === content.size - 1
}

/** RFC 6266: the name in any script, and in ASCII for clients that cannot read it. The name has no quotes. */
function attachment(fileName: string): string {
  const ascii = fileName.replaceAll(/[^\x20-\x7e]/gu, '_')
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
