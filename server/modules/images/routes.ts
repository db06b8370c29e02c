import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { placeholderSvg } from '#brand/placeholder.ts'
import { getPlaylistCover } from '#contract/playlists.ts'
import { getTrackArtwork } from '#contract/tracks.ts'
import { getUserAvatar } from '#contract/users.ts'
import { avatarSvg } from '#server/modules/images/avatar.ts'
import { etagMatches } from '#server/platform/http/byte-ranges.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import { cacheControl, sandboxHeaders, sendObject } from '#server/platform/http/send-object.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { type ImageSource, openArtwork, openAvatar, openCover } from './service.ts'

type Deps = { db: Db; store: ObjectStore }
type Exchange = { request: FastifyRequest; reply: FastifyReply }

export function imageRoutes(serve: RegisterRoute, { db, store }: Deps) {
  serve(getTrackArtwork, {
    handle: async ({ params: { id }, query, viewer, request, reply }) => {
      const picture = await openArtwork(db, { id, width: query.w, viewer })
      const drawing = () => placeholderSvg(id)
      return sendPicture({ request, reply }, store, { version: query.v, drawing, ...picture })
    },
  })
  serve(getPlaylistCover, {
    handle: async ({ params: { id }, query, viewer, request, reply }) => {
      const picture = await openCover(db, { id, width: query.w, viewer })
      const drawing = () => placeholderSvg(id)
      return sendPicture({ request, reply }, store, { version: query.v, drawing, ...picture })
    },
  })
  serve(getUserAvatar, {
    handle: async ({ params: { id }, query, request, reply }) => {
      const picture = await openAvatar(db, { id, width: query.w })
      const drawing = () => avatarSvg(id)
      return sendPicture({ request, reply }, store, { version: query.v, drawing, ...picture })
    },
  })
}

async function sendPicture(
  exchange: Exchange,
  store: ObjectStore,
  {
    version,
    image,
    isPublic,
    drawing,
  }: ImageSource & { version: string | undefined; drawing(): string },
): Promise<FastifyReply> {
  const cacheable = isPublic && version !== undefined
  const sent = image && (await sendObject(exchange, store, { ...image, isPublic, cacheable }))
  if (!sent) await sendDrawing(exchange, drawing(), cacheable)
  return exchange.reply
}

/** Its tag comes from the drawing itself, so that a better drawing replaces what browsers have kept. */
async function sendDrawing({ request, reply }: Exchange, svg: string, cacheable: boolean) {
  const etag = `"${createHash('sha256').update(svg).digest('base64url').slice(0, 16)}"`
  reply.headers({ ...sandboxHeaders, 'cache-control': cacheControl({ cacheable }), etag })
  if (etagMatches(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type('image/svg+xml').send(svg)
}
