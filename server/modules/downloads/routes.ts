import type { FastifyReply, FastifyRequest } from 'fastify'
import { downloadTrack } from '#contract/audio.ts'
import { downloadPlaylist } from '#contract/playlists.ts'
import { routeName } from '#contract/route.ts'
import { downloadShare } from '#contract/share-links.ts'
import { isSelfDeclaredBot } from '#server/modules/listening/bots.ts'
import type { ShareLinks } from '#server/modules/share-links/open.ts'
import type { OpenStreams } from '#server/modules/streaming/open-streams.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import { sendDownload } from '#server/platform/http/send-download.ts'
import type { SquareJpegs } from '#server/platform/media/square-jpeg.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { clientSubnet } from '#server/platform/rate-limit/client-subnet.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import type { ContentViewer, Viewer } from '#server/viewer.ts'
import {
  createReleaseOpener,
  type OpenedDownload,
  openTrack,
  releaseDownloadLimit,
  trackDownloadLimit,
} from './service.ts'

type Deps = {
  db: Db
  store: ObjectStore
  toSquareJpeg: SquareJpegs
  openStreams: OpenStreams
  /** Of the statistics. */
  timeZone: string
  shareLinks: ShareLinks
  limiter: RateLimiter
}
type Input = { viewer: ContentViewer | undefined; request: FastifyRequest; reply: FastifyReply }

/** Files for others to keep, with the tags of today (docs/decisions/0036-downloads.md). */
export function downloadRoutes(
  registerRoute: RegisterRoute,
  { openStreams, shareLinks, limiter, ...deps }: Deps,
) {
  const openRelease = createReleaseOpener()
  const requestOf = ({ viewer, request }: Input) => {
    return { ...deps, viewer, client: clientSubnet(request.ip) }
  }

  const checkRelease = limiter.check(routeName(downloadPlaylist), releaseDownloadLimit)
  const charging = ({
    viewer,
    request,
  }: {
    viewer: Viewer | undefined
    request: FastifyRequest
  }) => {
    return {
      charge(downloads: number) {
        for (let i = 0; i < downloads; i += 1) checkRelease(request, viewer)
      },
    }
  }

  async function send({ viewer, request, reply }: Input, opened: OpenedDownload, linkId?: string) {
    const { ownerId, count, ...download } = opened
    const listenerId = viewer?.id ?? undefined
    const stream = { listenerId, uploaderId: ownerId, linkId, response: reply.raw }
    const close = openStreams.add(stream)
    const isComplete = await sendDownload({ request, reply }, download).finally(close)
    const isCounted = viewer?.id !== ownerId && !isSelfDeclaredBot(request.headers['user-agent'])
    if (isComplete && isCounted) await count()
    return reply
  }

  registerRoute(downloadTrack, {
    limit: trackDownloadLimit,
    handle: async ({ params, ...input }) =>
      send(input, await openTrack(requestOf(input), params.id)),
  })
  registerRoute(downloadPlaylist, {
    limit: releaseDownloadLimit,
    // The files of a long release are opened first.
    noTimeout: true,
    handle: async ({ params, ...input }) =>
      send(input, await openRelease({ ...requestOf(input), ...charging(input) }, params.id)),
  })
  registerRoute(downloadShare, {
    limit: releaseDownloadLimit,
    noTimeout: true,
    handle: async (input) => {
      const link = await shareLinks.openForSound(input)
      const shared = { ...input, viewer: link.holder }
      const opened =
        link.trackId === null
          ? await openRelease({ ...requestOf(shared), ...charging(input) }, link.playlistId ?? '')
          : await openTrack(requestOf(shared), link.trackId)
      if (input.request.method !== 'HEAD') await shareLinks.listen(link)
      return send(link.isOwner ? input : shared, opened, link.id)
    },
  })
}
