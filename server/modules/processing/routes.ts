import { getTrackWaveform } from '#contract/tracks.ts'
import { notFound } from '#server/errors.ts'
import { etagMatches } from '#server/platform/http/byte-ranges.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import { cacheControl } from '#server/platform/http/send-object.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { getWaveform } from './service.ts'

export function processingRoutes(registerRoute: RegisterRoute, { db }: { db: Db }) {
  registerRoute(getTrackWaveform, {
    async handle({ params, viewer, request, reply }) {
      const { version, waveform } = await getWaveform(db, params.id, viewer)
      if (!waveform) throw notFound('Waveform')
      const etag = `"${version}"`
      reply.headers({ etag, 'cache-control': cacheControl({ cacheable: false }) })
      if (etagMatches(request.headers['if-none-match'], etag)) return reply.code(304).send()
      return waveform
    },
  })
}
