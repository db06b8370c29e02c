import { getTrackAudio } from '#contract/tracks.ts'
import { notFound } from '#server/errors.ts'
import { asksForStart, type PlayRecorder } from '#server/modules/plays/recorder.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import { sendObject } from '#server/platform/http/send-object.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { OpenStreams } from './open-streams.ts'
import { formatMissing, getAudio } from './service.ts'

type Deps = {
  db: Db
  store: ObjectStore
  openStreams: OpenStreams
  recordPlay: PlayRecorder['record']
}

export function streamingRoutes(
  registerRoute: RegisterRoute,
  { db, store, openStreams, recordPlay }: Deps,
) {
  registerRoute(getTrackAudio, {
    handle: async ({ params, query: { format, source }, viewer, request, reply }) => {
      const { object, uploaderId } = await getAudio(db, {
        trackId: params.id,
        viewer,
        format: format ?? 'original',
      })
      if (source && asksForStart(request))
        await recordPlay({ trackId: params.id, source, viewer }, request)
      // Some podcast apps are web sites, which play public tracks from this one.
      if (object.isPublic) reply.header('cross-origin-resource-policy', 'cross-origin')
      const close = openStreams.add({ listenerId: viewer?.id, uploaderId, response: reply.raw })
      const sent = await sendObject({ request, reply }, store, {
        ...object,
        cacheable: false,
      }).finally(close)
      if (!sent) throw format ? formatMissing() : notFound('Track')
      return reply
    },
  })
}
