import { getTrackWaveform } from '#contract/audio.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import { sendIfChanged } from '#server/platform/http/send-if-changed.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { getWaveform } from './service.ts'

export function processingRoutes(registerRoute: RegisterRoute, { db }: { db: Db }) {
  registerRoute(getTrackWaveform, {
    async handle({ params, viewer, ...context }) {
      const { version, waveform } = await getWaveform(db, params.id, viewer)
      return sendIfChanged(context, version, waveform)
    },
  })
}
