import { downloadTrack } from '#contract/tracks.ts'
import type { OpenStreams } from '#server/modules/streaming/open-streams.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import { sendDownload } from '#server/platform/http/send-download.ts'
import { clientSubnet } from '#server/platform/rate-limit/client-subnet.ts'
import { type DownloadDeps, openTrack } from './service.ts'

/** Files for others to keep, with the tags of today (docs/decisions/0045-downloads.md). */
export function downloadRoutes(
  registerRoute: RegisterRoute,
  deps: DownloadDeps & { openStreams: OpenStreams },
) {
  registerRoute(downloadTrack, {
    limit: { max: 600, windowSeconds: 3600, per: 'user' },
    handle: async ({ params, viewer, request, reply }) => {
      const client = clientSubnet(request.ip)
      const { ownerId, count, ...file } = await openTrack(deps, params.id, { viewer, client })
      const stream = { listenerId: viewer?.id, uploaderId: ownerId, response: reply.raw }
      const close = deps.openStreams.add(stream)
      if (await sendDownload({ request, reply }, file).finally(close)) await count()
      return reply
    },
  })
}
