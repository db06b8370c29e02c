import * as contract from '#contract/tracks.ts'
import { listUserTracks } from '#contract/users.ts'
import { getUser } from '#server/modules/users/service.ts'
import { type RegisterRoute, sendPage } from '#server/platform/http/register-route.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { SignedPages } from '#server/shared/cursor.ts'
import { assertCanEdit } from './policy.ts'
import { createTrack, getTrack, listTracks, listTracksOfUser, updateTrack } from './service.ts'

type Deps = {
  db: Db
  store: ObjectStore
  signedPages: SignedPages
  /** Throws if the user may not publish. */
  assertCanPublish(userId: string): Promise<void>
}

/** Tracks: listing, reading, creating from a registered upload, editing. Their files are in streaming and images. */
export function trackRoutes(registerRoute: RegisterRoute, deps: Deps) {
  const { db, signedPages } = deps
  registerRoute(contract.listTracks, {
    mayLag: true,
    handle: async ({ query, viewer, reply }) =>
      sendPage(reply, await signedPages('all', query, (query) => listTracks(db, query, viewer))),
  })
  registerRoute(listUserTracks, {
    mayLag: true,
    guard: ({ params, viewer }) => getUser(db, params.id, viewer),
    handle: async ({ params, query, viewer, reply }) =>
      sendPage(
        reply,
        await signedPages(`of ${params.id}`, query, (query) =>
          listTracksOfUser(db, params.id, query, viewer),
        ),
      ),
  })
  registerRoute(contract.getTrack, {
    mayLag: true,
    handle: ({ params, viewer }) => getTrack(db, params.slug, viewer),
  })
  registerRoute(contract.createTrack, {
    guard: ({ viewer }) => deps.assertCanPublish(viewer.id),
    handle: ({ body, viewer }) => createTrack(db, body, viewer),
  })
  registerRoute(contract.updateTrack, {
    guard: ({ params, viewer }) => assertCanEdit(db, params.id, viewer),
    handle: ({ params, body, viewer }) => updateTrack(deps, params.id, body, viewer),
  })
  registerRoute(contract.replaceTrackArtwork, {
    guard: ({ params, viewer }) => assertCanEdit(db, params.id, viewer),
    handle: ({ params, body, viewer }) =>
      updateTrack(deps, params.id, { artworkUrl: body.artworkPath }, viewer),
  })
}
