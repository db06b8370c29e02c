import type { FastifyReply, FastifyRequest } from 'fastify'
import { downloadTrack } from '#contract/audio.ts'
import { downloadPlaylist } from '#contract/playlists.ts'
import { downloadShare } from '#contract/share-links.ts'
import { isSelfDeclaredBot } from '#server/modules/plays/bots.ts'
import type { ShareLinks } from '#server/modules/share-links/open.ts'
import type { OpenStreams } from '#server/modules/streaming/open-streams.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import { sendDownload } from '#server/platform/http/send-download.ts'
import type { SquareJpegs } from '#server/platform/media/square-jpeg.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { clientSubnet } from '#server/platform/rate-limit/client-subnet.ts'
import type { ContentViewer } from '#server/viewer.ts'
import {
  createReleaseOpener,
  type OpenedDownload,
  openTrack,
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
}
type Input = { viewer: ContentViewer | undefined; request: FastifyRequest; reply: FastifyReply }

/** Files for others to keep, with the tags of today (docs/decisions/0036-downloads.md). */
export function downloadRoutes(
  registerRoute: RegisterRoute,
  { openStreams, shareLinks, ...deps }: Deps,
) {
  const openRelease = createReleaseOpener()
  const requestOf = ({ viewer, request }: Input) => {
    return { ...deps, viewer, client: clientSubnet(request.ip) }
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
    limit: { max: 120, windowSeconds: 3600, per: 'user' },
    // The files of a long release are opened first.
    noTimeout: true,
    handle: async ({ params, ...input }) =>
      send(input, await openRelease(requestOf(input), params.id)),
  })
  registerRoute(downloadShare, {
    limit: { max: 120, windowSeconds: 3600, per: 'user' },
    noTimeout: true,
    handle: async (input) => {
      const link = await shareLinks.openForSound(input)
      const shared = { ...input, viewer: link.holder }
      const opened =
        link.trackId === null
          ? await openRelease(requestOf(shared), link.playlistId ?? '')
          : await openTrack(requestOf(shared), link.trackId)
      if (input.request.method !== 'HEAD') await shareLinks.listen(link)
      return send(link.isOwner ? input : shared, opened, link.id)
    },
  })
}
