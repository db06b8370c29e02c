import {
  downloadExport as downloadExportRoute,
  getExport as getExportRoute,
  requestExport as requestExportRoute,
} from '#contract/account.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { openArchive } from './archive.ts'
import { getExport, requestExport } from './service.ts'

type Deps = { db: Db; store: ObjectStore; wake(): void }

export function exportRoutes(registerRoute: RegisterRoute, deps: Deps) {
  const { db } = deps
  registerRoute(requestExportRoute, {
    limit: { max: 20, windowSeconds: 3600, per: 'user' },
    async handle({ viewer }) {
      const requested = await requestExport(db, viewer.id)
      deps.wake()
      return requested
    },
  })
  registerRoute(getExportRoute, { handle: ({ viewer }) => getExport(db, viewer.id) })
  registerRoute(downloadExportRoute, {
    limit: { max: 60, windowSeconds: 3600, per: 'user' },
    noTimeout: true,
    async handle({ params, viewer, request, reply }) {
      const { name, stream } = await openArchive(deps, params.token, viewer.id)
      reply.headers({
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
      })
      if (request.method === 'HEAD') stream.destroy()
      return reply.send(request.method === 'HEAD' ? undefined : stream)
    },
  })
}
