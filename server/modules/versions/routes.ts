import * as contract from '#contract/versions.ts'
import { assertCanEdit, assertOwns } from '#server/modules/tracks/policy.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import {
  analyzeAudio,
  deleteVersion,
  getVersions,
  replaceAudio,
  restoreVersion,
} from './service.ts'

type Deps = {
  db: Db
  store: ObjectStore
  /** Throws if the user may not publish. */
  assertCanPublish(userId: string): Promise<void>
}

/** The audio of a track and what it had before. Only the owner changes it; moderators see and hear all of it. */
export function versionRoutes(registerRoute: RegisterRoute, deps: Deps) {
  const { db } = deps
  registerRoute(contract.analyzeAudio, {
    writes: 'own',
    limit: { max: 300, windowSeconds: 60, per: 'user' },
    handle: ({ body, viewer }) => analyzeAudio(db, body.audioUrl, viewer),
  })
  registerRoute(contract.replaceTrackAudio, {
    async guard({ params, viewer }) {
      await assertOwns(db, params.id, viewer)
      await deps.assertCanPublish(viewer.id)
    },
    handle: ({ params, body, viewer }) => replaceAudio(deps, params.id, body.audioUrl, viewer),
  })
  registerRoute(contract.listTrackVersions, {
    guard: ({ params, viewer }) => assertCanEdit(db, params.id, viewer),
    handle: ({ params }) => getVersions(db, params.id),
  })
  registerRoute(contract.restoreTrackVersion, {
    guard: ({ params, viewer }) => assertOwns(db, params.id, viewer),
    handle: ({ params: { id, versionId }, viewer }) =>
      restoreVersion(deps, { trackId: id, versionId }, viewer),
  })
  registerRoute(contract.deleteTrackVersion, {
    writes: 'own',
    guard: ({ params, viewer }) => assertOwns(db, params.id, viewer),
    handle: ({ params: { id, versionId }, viewer }) =>
      deleteVersion(db, { trackId: id, versionId }, viewer),
  })
}
