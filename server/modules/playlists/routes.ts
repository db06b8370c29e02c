import type { Privacy } from '#contract/fields.ts'
import * as contract from '#contract/playlists.ts'
import { listUserPlaylists, listUserReleases } from '#contract/users.ts'
import { getUser } from '#server/modules/users/service.ts'
import { createKeyedMutex } from '#server/platform/batching/keyed-mutex.ts'
import { type RegisterRoute, sendPage } from '#server/platform/http/register-route.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { addTrack, removeTrack, reorder, resolveOrderVersion } from './entries/service.ts'
import { assertCanDelete, assertCanEdit } from './policy.ts'
import {
  createPlaylist,
  deletePlaylist,
  getPlaylistPage,
  listPlaylistsOfUser,
  listPublicPlaylists,
  listReleasesOfUser,
  updatePlaylist,
} from './service.ts'

type Deps = {
  db: Db
  store: ObjectStore
  /** Throws if the user may not publish. */
  assertCanPublish(userId: string): Promise<void>
}

/** Fits the ids of the longest playlist. */
const orderBodyLimit = 512 * 1024

/** Playlists and their tracks. Only the owner edits one; an administrator can delete it. */
export function playlistRoutes(registerRoute: RegisterRoute, deps: Deps) {
  const { db } = deps
  type Publishing = { privacy?: Privacy | undefined; publishAt?: string | null | undefined }
  const assertPrivacy = async ({ privacy = 'private', publishAt }: Publishing, viewer: Viewer) => {
    if (privacy !== 'private' || publishAt) await deps.assertCanPublish(viewer.id)
  }
  registerRoute(contract.listPlaylists, {
    mayLag: true,
    handle: async ({ query, viewer, reply }) =>
      sendPage(reply, await listPublicPlaylists(db, query, viewer)),
  })
  registerRoute(contract.listReleases, {
    mayLag: true,
    handle: async ({ query, viewer, reply }) =>
      sendPage(reply, await listPublicPlaylists(db, { ...query, releases: true }, viewer)),
  })
  registerRoute(listUserReleases, {
    mayLag: true,
    guard: ({ params, viewer }) => getUser(db, params.id, viewer),
    handle: async ({ params, query, viewer, reply }) =>
      sendPage(reply, await listReleasesOfUser(db, params.id, query, viewer)),
  })
  registerRoute(listUserPlaylists, {
    mayLag: true,
    guard: ({ params, viewer }) => getUser(db, params.id, viewer),
    handle: async ({ params, query, viewer, reply }) =>
      sendPage(reply, await listPlaylistsOfUser(db, params.id, query, viewer)),
  })
  registerRoute(contract.getPlaylistBySlug, {
    mayLag: true,
    handle: async ({ params, query, viewer, reply }) =>
      sendPage(reply, await getPlaylistPage(db, params.slug, query, viewer)),
  })
  registerRoute(contract.getPlaylist, {
    mayLag: true,
    handle: async ({ params, query, viewer, reply }) =>
      sendPage(reply, await getPlaylistPage(db, params.id, query, viewer)),
  })
  registerRoute(contract.createPlaylist, {
    async handle({ body, viewer }) {
      await assertPrivacy(body, viewer)
      return createPlaylist(db, body, viewer)
    },
    bodyLimit: orderBodyLimit,
  })
  registerRoute(contract.updatePlaylist, {
    guard: ({ params, viewer }) => assertCanEdit(db, params.id, viewer),
    async handle({ params, body, viewer }) {
      await assertPrivacy(body, viewer)
      return updatePlaylist(deps, params.id, body, viewer)
    },
  })
  registerRoute(contract.deletePlaylist, {
    guard: ({ params, viewer }) => assertCanDelete(db, params.id, viewer),
    handle: ({ params, viewer }) => deletePlaylist(db, params.id, viewer),
  })
  entryRoutes(registerRoute, { db })
}

/** Changes to one playlist run one after the other. */
function entryRoutes(registerRoute: RegisterRoute, { db }: Pick<Deps, 'db'>) {
  // Saves database connections; the row lock decides.
  const withLock = createKeyedMutex()
  registerRoute(contract.addPlaylistTrack, {
    guard: ({ params, viewer }) => assertCanEdit(db, params.id, viewer),
    handle: ({ params, body, viewer }) =>
      withLock(params.id, () => addTrack(db, params.id, body.trackId, viewer)),
  })
  registerRoute(contract.removePlaylistTrack, {
    guard: ({ params, viewer }) => assertCanEdit(db, params.id, viewer),
    handle: ({ params, viewer }) =>
      withLock(params.id, () => removeTrack(db, params.id, params.trackId, viewer)),
  })
  registerRoute(contract.reorderPlaylist, {
    guard: ({ params, viewer }) => assertCanEdit(db, params.id, viewer),
    async handle({ params, body, viewer }) {
      const order = await resolveOrderVersion(db, params.id, body)
      return withLock(params.id, () => reorder(db, params.id, order, viewer))
    },
    bodyLimit: orderBodyLimit,
  })
}
