import { startFlushLoop } from '#server/modules/plays/flush-pending.ts'
import { createPlayRecorder } from '#server/modules/plays/recorder.ts'
import { playRoutes } from '#server/modules/plays/routes.ts'
import { createPlayCounter } from '#server/modules/plays/service.ts'
import { createFastify } from '#server/platform/http/fastify.ts'
import { createRegisterRoute } from '#server/platform/http/register-route.ts'
import { openPostgres } from '#server/platform/postgres/open.ts'
import { createRateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'

/** The route that counts plays, in a process of its own for tests to kill. Prints its URL when it is ready. */
const postgres = await openPostgres(
  { kind: 'url', url: process.argv[2] ?? '' },
  { exclusive: true, log: console.error },
)
const publicUrl = 'http://127.0.0.1'
const app = await createFastify({
  publicUrl,
  storeOrigins: [],
  trustProxy: false,
  logLevel: 'silent',
  validateResponses: false,
})
const viewerOf = async () => undefined
const limiter = createRateLimiter({ db: postgres.db, scale: 1_000_000 })
const counter = createPlayCounter(postgres.db, 'UTC')
const listenerSalt = Buffer.alloc(32)
playRoutes(createRegisterRoute(app, { viewerOf, limiter }), {
  db: postgres.db,
  counter,
  recorder: createPlayRecorder({ counter, limiter, listenerSalt, onFailure: console.error }),
  publicUrl,
})
startFlushLoop(postgres.db, { onFailure: console.error })
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
