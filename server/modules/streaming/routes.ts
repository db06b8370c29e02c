import { getTrackAudio } from '#contract/tracks.ts'
import { notFound } from '#server/errors.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import { sendObject } from '#server/platform/http/send-object.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { createAudioLookup, formatMissing } from './service.ts'

export function streamingRoutes(
  registerRoute: RegisterRoute,
  { db, store }: { db: Db; store: ObjectStore },
) {
  const lookUpAudio = createAudioLookup(db)
  registerRoute(getTrackAudio, {
    handle: async ({ params, query: { format }, viewer, request, reply }) => {
      const audio = await lookUpAudio(params.id, viewer, format)
      // Podcast apps that are web sites play public tracks.
      if (audio.isPublic) reply.header('cross-origin-resource-policy', 'cross-origin')
      const sent = await sendObject({ request, reply }, store, {
        ...audio,
        cacheable: false,
      })
      if (!sent) throw format ? formatMissing() : notFound('Track')
      return reply
    },
  })
}
