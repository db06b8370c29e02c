import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { placeholderSvg } from '#brand/placeholder.ts'
import { getPlaylistCover } from '#contract/playlists.ts'
import { getTrackArtwork } from '#contract/tracks.ts'
import { getUserAvatar } from '#contract/users.ts'
import { etagMatches } from '#server/platform/http/byte-ranges.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import { cacheControl, sandboxHeaders, sendObject } from '#server/platform/http/send-object.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { avatarSvg, type ImageSource, openArtwork, openAvatar, openCover } from './service.ts'

type Deps = { db: Db; store: ObjectStore }
type HttpContext = { request: FastifyRequest; reply: FastifyReply }

export function imageRoutes(registerRoute: RegisterRoute, { db, store }: Deps) {
  registerRoute(getTrackArtwork, {
    handle: async ({ params: { id }, query, viewer, request, reply }) => {
      const source = await openArtwork(db, { id, width: query.w, viewer })
      const placeholder = () => placeholderSvg(id)
      return sendImage({ request, reply }, store, { version: query.v, placeholder, ...source })
    },
  })
  registerRoute(getPlaylistCover, {
    handle: async ({ params: { id }, query, viewer, request, reply }) => {
      const source = await openCover(db, { id, width: query.w, viewer })
      const placeholder = () => placeholderSvg(id)
      return sendImage({ request, reply }, store, { version: query.v, placeholder, ...source })
    },
  })
  registerRoute(getUserAvatar, {
    handle: async ({ params: { id }, query, viewer, request, reply }) => {
      const source = await openAvatar(db, { id, width: query.w, viewer })
      const placeholder = () => avatarSvg(id)
      return sendImage({ request, reply }, store, { version: query.v, placeholder, ...source })
    },
  })
}

async function sendImage(
  context: HttpContext,
  store: ObjectStore,
  {
    version,
    image,
    isPublic,
    placeholder,
  }: ImageSource & { version: string | undefined; placeholder(): string },
): Promise<FastifyReply> {
  const cacheable = isPublic && version !== undefined
  const sent = image && (await sendObject(context, store, { ...image, isPublic, cacheable }))
  if (!sent) await sendPlaceholder(context, placeholder(), cacheable)
  return context.reply
}

/** The ETag is a hash of the SVG, so that a new design replaces cached placeholders. */
async function sendPlaceholder({ request, reply }: HttpContext, svg: string, cacheable: boolean) {
  const etag = `"${createHash('sha256').update(svg).digest('base64url').slice(0, 16)}"`
  reply.headers({ ...sandboxHeaders, 'cache-control': cacheControl({ cacheable }), etag })
  if (etagMatches(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type('image/svg+xml').send(svg)
}
