import { playTrack } from '#contract/audio.ts'
import { assertCanView } from '#server/modules/tracks/policy.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { createListenerCookie, listenerKey } from './listener.ts'
import type { PlayCounter } from './plays/counter.ts'
import type { PlayRecorder } from './recorder.ts'

type Deps = { db: Db; counter: PlayCounter; recorder: PlayRecorder; publicUrl: string }

export function playRoutes(
  registerRoute: RegisterRoute,
  { db, counter, recorder, publicUrl }: Deps,
) {
  const ensureCookie = createListenerCookie(publicUrl)

  registerRoute(playTrack, {
    writes: 'own',
    guard: ({ params, viewer }) => assertCanView(db, params.id, viewer),
    async handle({ params, body, viewer: caller, request, reply }) {
      if (recorder.isIgnored(request)) return counter.ignore(params.id, caller)
      // Some browsers send the cookies of a frame in another site and some do not. None is used, so that a listener is
      // the same in both cases.
      const viewer = body?.embedded ? undefined : caller
      const token = () =>
        body?.embedded ? recorder.dailyToken(request) : ensureCookie(request, reply)
      const play = {
        trackId: params.id,
        listener: listenerKey(viewer, viewer ? '' : token()),
        viewer,
        referrer: body?.referrer ?? null,
        source: body?.embedded ? ('embed' as const) : ('site' as const),
      }
      return recorder.count(play, request)
    },
  })
}
