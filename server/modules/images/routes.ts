import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { placeholderSvg } from '#brand/placeholder.ts'
import { getPlaylistCover } from '#contract/playlists.ts'
import { getShareArtwork, getSharedArtwork } from '#contract/share-links.ts'
import { getTrackArtwork } from '#contract/tracks.ts'
import { getUserAvatar } from '#contract/users.ts'
import { notFound } from '#server/errors.ts'
import type { ShareLinks } from '#server/modules/share-links/open.ts'
import { etagMatches } from '#server/platform/http/byte-ranges.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import { cacheControl, sandboxHeaders, sendObject } from '#server/platform/http/send-object.ts'
import type { SquareJpegs } from '#server/platform/media/square-jpeg.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { clientSubnet } from '#server/platform/rate-limit/client-subnet.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import type { LinkHolder } from '#server/viewer.ts'
import { avatarSvg, type ImageSource, openImage, openSquareImage, squareSizes } from './service.ts'

type Deps = { db: Db; store: ObjectStore; limiter: RateLimiter; toSquareJpeg: SquareJpegs }
type HttpContext = { request: FastifyRequest; reply: FastifyReply }

const images = [
  { route: getTrackArtwork, kind: 'track', placeholder: placeholderSvg },
  { route: getPlaylistCover, kind: 'playlist', placeholder: placeholderSvg },
  { route: getUserAvatar, kind: 'profile', placeholder: avatarSvg },
] as const

/** Artwork, covers and profile images in all widths, or placeholders that are generated from the id. */
export function imageRoutes(
  registerRoute: RegisterRoute,
  { db, store, shareLinks }: Pick<Deps, 'db' | 'store'> & { shareLinks: ShareLinks },
) {
  for (const { route, kind, placeholder } of images)
    registerRoute(route, {
      allowsCrossSite: true,
      handle: async ({ params: { id }, query: { w: width, v: version }, viewer, ...context }) => {
        const source = await openImage(db, kind, { id, width, viewer })
        return sendImage(context, store, { version, placeholder: () => placeholder(id), ...source })
      },
    })
  registerRoute(getShareArtwork, {
    async handle(input) {
      const { trackId, playlistId, holder } = await shareLinks.open(input)
      const kind = trackId === null ? 'playlist' : 'track'
      return sendShared(input, kind, { id: trackId ?? playlistId ?? '', viewer: holder })
    },
  })
  registerRoute(getSharedArtwork, {
    async handle(input) {
      const { holder } = await shareLinks.open(input)
      return sendShared(input, 'track', { id: input.params.trackId, viewer: holder })
    },
  })

  type SharedInput = HttpContext & { query: { w: number; v?: string | undefined } }
  async function sendShared(
    { query, ...context }: SharedInput,
    kind: 'track' | 'playlist',
    shared: { id: string; viewer: LinkHolder },
  ) {
    const source = await openImage(db, kind, { ...shared, width: query.w })
    const placeholder = () => placeholderSvg(shared.id)
    return sendImage(context, store, { version: query.v, placeholder, ...source })
  }
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

const squareLimit = { max: 600, windowSeconds: 300, per: 'ip' } as const
type SquareRequest = { Params: { kind: string; file: string }; Querystring: { size?: unknown } }

/** The same images as square JPEGs, for podcast apps and for thumbnails on other sites. */
export function squareImageRoutes(
  app: FastifyInstance,
  { db, store, limiter, toSquareJpeg }: Deps,
) {
  const check = limiter.check('square-images', squareLimit)
  app.get<SquareRequest>(
    '/square-images/:kind/:file',
    {
      schema: { hide: true },
      config: { allowsCrossSite: true },
      onRequest: async (request) => check(request),
    },
    async ({ params, query, ip }, reply) => {
      const id = /^(.*)\.jpg$/.exec(params.file)?.[1]
      const size = squareSizes.find((known) => String(known) === (query.size ?? '1400'))
      if (!id || !size) throw notFound('Image')
      const { key, isPublic, load } = await openSquareImage(
        { db, store },
        { kind: params.kind, id, size },
      )
      return reply
        .headers({
          ...sandboxHeaders,
          // Shared caches would serve it after it has become private.
          'cache-control': isPublic ? 'private, max-age=3600' : 'private, no-cache',
          'cross-origin-resource-policy': 'cross-origin',
        })
        .type('image/jpeg')
        .send(await toSquareJpeg({ key, size, load, client: clientSubnet(ip) }))
    },
  )
}
