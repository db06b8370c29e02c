import type { FastifyReply, FastifyRequest } from 'fastify'
import { getTrackAudio } from '#contract/audio.ts'
import { getSharedAudio } from '#contract/share-links.ts'
import * as contract from '#contract/versions.ts'
import { notFound } from '#server/errors.ts'
import { asksForStart, type Listening } from '#server/modules/listening/service.ts'
import type { ShareLinks } from '#server/modules/share-links/open.ts'
import { assertCanEdit } from '#server/modules/tracks/policy.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import { sendObject } from '#server/platform/http/send-object.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { OpenStreams } from './open-streams.ts'
import { formatMissing, getAudio, getVersionAudio } from './service.ts'

type Deps = {
  db: Db
  store: ObjectStore
  openStreams: OpenStreams
  listening: Listening
  shareLinks: ShareLinks
}
type Input = {
  query: { format?: string | undefined }
  request: FastifyRequest
  reply: FastifyReply
}

export function streamingRoutes(
  registerRoute: RegisterRoute,
  { db, store, openStreams, listening, shareLinks }: Deps,
) {
  async function send(
    { query: { format }, request, reply }: Input,
    { object, uploaderId }: Awaited<ReturnType<typeof getAudio>>,
    listener: { listenerId: string | undefined; linkId?: string },
  ) {
    const close = openStreams.add({ ...listener, uploaderId, response: reply.raw })
    const sent = await sendObject({ request, reply }, store, {
      ...object,
      cacheable: false,
    }).finally(close)
    if (!sent) throw format ? formatMissing() : notFound('Track')
    return reply
  }

  registerRoute(getTrackAudio, {
    allowsCrossSite: true,
    handle: async ({ params, viewer, ...input }) => {
      const { request: client, query } = input
      const { format = 'original', source, v } = query
      const audio = await getAudio(db, { trackId: params.id, viewer, format, v })
      if (source && asksForStart(client))
        await listening.report({ trackId: params.id, viewer, client, play: { source } })
      // Some podcast apps are web sites, which play public tracks from this one.
      if (audio.object.isPublic) input.reply.header('cross-origin-resource-policy', 'cross-origin')
      return send(input, audio, { listenerId: viewer?.id })
    },
  })
  registerRoute(contract.getVersionAudio, {
    guard: ({ params, viewer }) => assertCanEdit(db, params.id, viewer),
    handle: async ({ params: { id, versionId }, viewer, ...input }) => {
      const { format = 'original' } = input.query
      const audio = await getVersionAudio(db, { trackId: id, versionId, format })
      return send(input, audio, { listenerId: viewer.id })
    },
  })
  registerRoute(getSharedAudio, {
    handle: async (input) => {
      const { params, query, viewer, request } = input
      const link = await shareLinks.openForSound(input)
      const audio = await getAudio(db, {
        trackId: params.trackId,
        viewer: link.holder,
        format: query.format ?? 'original',
        v: query.v,
      })
      if (request.method !== 'HEAD') await shareLinks.listen(link)
      return send(input, audio, { listenerId: viewer?.id, linkId: link.id })
    },
  })
}
