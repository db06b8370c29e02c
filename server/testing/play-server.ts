import { registerListening } from '#server/app/listening.ts'
import { readConfig } from '#server/config.ts'
import { createAppPasswords } from '#server/modules/accounts/app-credentials/service.ts'
import { createAuthContext } from '#server/modules/accounts/sessions/auth-context.ts'
import { createLikes } from '#server/modules/reactions/likes.ts'
import { createFastify } from '#server/platform/http/fastify.ts'
import { createRegisterRoute } from '#server/platform/http/register-route.ts'
import { createSquareJpegs } from '#server/platform/media/square-jpeg.ts'
import { openObjectStore } from '#server/platform/objects/open.ts'
import { openPostgres } from '#server/platform/postgres/open.ts'
import { createRateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import { testSessionSecret as sessionSecret } from './sessions.ts'

/** All routes that count plays, in a process of its own for tests to kill. Prints its URL when it is ready. */
const [url = '', DATA_DIR = ''] = process.argv.slice(2)
const postgres = await openPostgres({ kind: 'url', url }, { exclusive: true, log: console.error })
const { db } = postgres
const config = readConfig({ DATA_DIR, LOG_LEVEL: 'silent' })
const { publicUrl } = config
const store = await openObjectStore(config.objects, { publicUrl, secret: sessionSecret })
const app = await createFastify({
  ...config,
  storeOrigins: store.origins,
  validateResponses: false,
})
const limiter = createRateLimiter({ db, scale: 1_000_000 })
registerListening(
  { config, postgres, store, sessionSecret },
  { app, limiter, toSquareJpeg: createSquareJpegs() },
  {
    auth: createAuthContext({
      ...{ db, publicUrl, sessionSecret },
      administrators: { emails: [], userIds: [] },
    }),
    registerRoute: createRegisterRoute(app, { viewerOf: async () => undefined, limiter }),
    assertCanPublish: async () => {},
    appPasswords: createAppPasswords(db, sessionSecret),
  },
  createLikes(db),
)
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
