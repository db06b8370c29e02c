import * as contract from '#contract/reposts.ts'
import { assertCanView as assertCanViewPlaylist } from '#server/modules/playlists/policy.ts'
import { assertCanView as assertCanViewTrack } from '#server/modules/tracks/policy.ts'
import { getUser } from '#server/modules/users/service.ts'
import { type RegisterRoute, sendPage } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { getRepostState, listReposts, repost, undoRepost } from './reposts.ts'

const limit = { max: 60, windowSeconds: 60, per: 'user' } as const

const kinds = [
  {
    kind: 'track',
    get: contract.getTrackRepost,
    put: contract.repostTrack,
    undo: contract.undoTrackRepost,
    assertCanView: assertCanViewTrack,
  },
  {
    kind: 'playlist',
    get: contract.getPlaylistRepost,
    put: contract.repostPlaylist,
    undo: contract.undoPlaylistRepost,
    assertCanView: assertCanViewPlaylist,
  },
] as const

/** Reposts of tracks and releases. Only registered where the host has turned them on. */
export function repostRoutes(registerRoute: RegisterRoute, { db }: { db: Db }) {
  for (const { kind, get, put, undo, assertCanView } of kinds) {
    registerRoute(get, {
      guard: ({ params, viewer }) => assertCanView(db, params.id, viewer),
      handle: ({ params, viewer }) => getRepostState(db, { kind, id: params.id }, viewer),
    })
    for (const [route, change] of [
      [put, repost],
      [undo, undoRepost],
    ] as const)
      registerRoute(route, {
        limit,
        async handle({ params, viewer }) {
          const item = { kind, id: params.id }
          await change(db, item, viewer)
          return getRepostState(db, item, viewer)
        },
      })
  }
  registerRoute(contract.listReposts, {
    mayLag: true,
    guard: ({ params, viewer }) => getUser(db, params.id, viewer),
    handle: async ({ params, query, viewer, reply }) =>
      sendPage(reply, await listReposts(db, params.id, query, viewer)),
  })
}
