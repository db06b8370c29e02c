import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#contract/account.ts'
import { urlFor } from '#contract/client.ts'
import { paths } from '#contract/paths.ts'
import * as routes from '#contract/routes.ts'
import {
  createErrorPageHandler,
  invalidLink,
  sendPage,
} from '#server/modules/accounts/pages/error-pages.ts'
import type { Branding } from '#server/modules/accounts/pages/layout.ts'
import { messagePage } from '#server/modules/accounts/pages/messages.ts'
import { sendError, toHttpError } from '#server/platform/http/error-handler.ts'
import { createRegisterRoute, type RegisterRoute } from '#server/platform/http/register-route.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { getExport, openArchive, requestExport } from './service.ts'

type Deps = { db: Db; store: ObjectStore; wake(): void }

export function exportRoutes(registerRoute: RegisterRoute, { db, wake }: Omit<Deps, 'store'>) {
  registerRoute(contract.requestExport, {
    limit: { max: 20, windowSeconds: 3600, per: 'user' },
    async handle({ viewer }) {
      const requested = await requestExport(db, viewer.id)
      wake()
      return requested
    },
  })
  registerRoute(contract.getExport, { handle: ({ viewer }) => getExport(db, viewer.id) })
}

/** The link to the archive. A browser that opens one that is not valid gets a page, scripts get JSON. */
export function exportLinkRoute(
  app: FastifyInstance,
  options: Parameters<typeof createRegisterRoute>[1],
  deps: Pick<Deps, 'db' | 'store'> & { branding: Branding },
) {
  const sendErrorPage = createErrorPageHandler(deps.branding)
  app.register(async (scope) => {
    scope.setErrorHandler((error: Error, request, reply) => {
      if (!isOpenedInBrowser(request)) return sendError(error, request, reply)
      const status = toHttpError(error)?.status
      if (status !== 401 && status !== 404) return sendErrorPage(error, request, reply)
      const message = status === 401 ? signInFirst : invalidLink(paths.settings)
      return sendPage(reply.code(status), deps.branding, messagePage(message))
    })
    createRegisterRoute(scope, options)(contract.downloadExport, {
      limit: { max: 60, windowSeconds: 3600, per: 'user' },
      noTimeout: true,
      async handle({ params, viewer, request, reply }) {
        const { name, size, stream } = await openArchive(deps, params.token, viewer.id)
        reply.headers({
          'content-type': 'application/zip',
          'content-length': size,
          'content-disposition': `attachment; filename="${name}"`,
          'cache-control': 'private, no-store',
        })
        if (request.method === 'HEAD') stream.destroy()
        return reply.send(request.method === 'HEAD' ? undefined : stream)
      },
    })
  })
}

/** After the sign-in the user returns to the settings, which have a new link. */
const signInFirst = {
  title: 'Sign in',
  text: 'Please sign in to download your data.',
  action: {
    label: 'Sign in',
    url: urlFor(routes.login, { query: { returnTo: paths.settings } }),
  },
}

const isOpenedInBrowser = ({ headers }: FastifyRequest) =>
  headers.accept?.includes('text/html') === true
