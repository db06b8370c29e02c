import type { FastifyInstance } from 'fastify'
import { paths, unsubscribePath } from '#contract/paths.ts'
import { notFound } from '#server/errors.ts'
import { acceptForms } from '#server/platform/http/form-body.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import { stopDigest } from './settings-service.ts'
import type { UnsubscribeTokens } from './unsubscribe.ts'

type Deps = { db: Db; limiter: RateLimiter; tokens: UnsubscribeTokens }

/** The link of the daily mail. Opening it changes nothing, because mail programs open links too: it leads to the settings. */
export function unsubscribeRoutes(app: FastifyInstance, { db, limiter, tokens }: Deps) {
  const check = limiter.check('unsubscribe', { max: 60, windowSeconds: 300, per: 'ip' })
  app.register(async (scope) => {
    await acceptForms(scope)
    scope.addHook('onRequest', async (request) => check(request))
    const hidden = { schema: { hide: true } }
    const path = unsubscribePath(':token')
    scope.get(path, hidden, (_request, reply) => reply.redirect(`${paths.settings}#notifications`))
    scope.post<{ Params: { token: string } }>(path, hidden, async (request, reply) => {
      const userId = tokens.read(request.params.token)
      if (!userId) throw notFound('Link')
      await stopDigest(db, userId)
      return reply.type('text/plain; charset=utf-8').send('You will get no more of these mails.\n')
    })
  })
}
