import * as library from '#contract/library.ts'
import * as pins from '#contract/pins.ts'
import * as reposts from '#contract/reposts.ts'
import * as tracks from '#contract/tracks.ts'
import * as users from '#contract/users.ts'
import { assertCanView as assertCanViewPlaylist } from '#server/modules/playlists/policy.ts'
import { assertCanView } from '#server/modules/tracks/policy.ts'
import { getUser } from '#server/modules/users/service.ts'
import { createKeyedMutex } from '#server/platform/batching/keyed-mutex.ts'
import { type RegisterRoute, sendPage } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Likes } from './likes.ts'
import { getRepostState, listBlocks, listFollowPage, listReposts } from './lists.ts'
import { listPins, setPins } from './pins.ts'
import { setReaction, toggleFollow } from './service.ts'

const limit = { max: 60, windowSeconds: 60, per: 'user' } as const

/** What users do with each other and with what others make: likes, follows, blocks, saved playlists, pins. */
export function reactionRoutes(
  registerRoute: RegisterRoute,
  { db, likes }: { db: Db; likes: Likes },
) {
  registerRoute(tracks.likeTrack, {
    limit,
    guard: ({ params, viewer }) => assertCanView(db, params.id, viewer),
    handle: ({ params, viewer }) => likes.toggle(params.id, viewer),
  })
  // Saves database connections; the row lock decides.
  const withLock = createKeyedMutex()
  registerRoute(users.followUser, {
    limit,
    guard: ({ params, viewer }) => getUser(db, params.id, viewer),
    handle: ({ params, viewer }) => withLock(viewer.id, () => toggleFollow(db, params.id, viewer)),
  })
  registerRoute(users.blockUser, {
    limit,
    guard: ({ params, viewer }) => getUser(db, params.id, viewer),
    handle: ({ params, viewer }) => setReaction(db, 'block', params.id, viewer, true),
  })
  registerRoute(users.unblockUser, {
    limit,
    handle: ({ params, viewer }) => setReaction(db, 'block', params.id, viewer, false),
  })
  registerRoute(library.savePlaylist, {
    limit,
    writes: 'own',
    handle: ({ params, viewer }) => setReaction(db, 'save', params.id, viewer, true),
  })
  registerRoute(library.removeSavedPlaylist, {
    limit,
    writes: 'own',
    handle: ({ params, viewer }) => setReaction(db, 'save', params.id, viewer, false),
  })
  registerRoute(pins.setPins, {
    handle: ({ body, viewer }) => setPins(db, body.pins, viewer),
  })
  listRoutes(registerRoute, db)
}

function listRoutes(registerRoute: RegisterRoute, db: Db) {
  for (const [route, side] of [
    [users.listFollowers, 'followers'],
    [users.listFollowing, 'following'],
  ] as const)
    registerRoute(route, {
      mayLag: true,
      guard: ({ params, viewer }) => getUser(db, params.id, viewer),
      async handle({ params, query, viewer, reply }) {
        const { id: userId } = await getUser(db, params.id, viewer)
        return sendPage(reply, await listFollowPage(db, { ...query, userId, side, viewer }))
      },
    })
  registerRoute(users.listBlocks, {
    handle: async ({ query, viewer, reply }) =>
      sendPage(reply, await listBlocks(db, query, viewer)),
  })
  registerRoute(pins.listPins, {
    mayLag: true,
    guard: ({ params, viewer }) => getUser(db, params.id, viewer),
    handle: ({ params, viewer }) => listPins(db, params.id, viewer),
  })
}

const repostKinds = [
  {
    kind: 'trackRepost',
    get: reposts.getTrackRepost,
    put: reposts.repostTrack,
    undo: reposts.undoTrackRepost,
    assertCanView,
  },
  {
    kind: 'playlistRepost',
    get: reposts.getPlaylistRepost,
    put: reposts.repostPlaylist,
    undo: reposts.undoPlaylistRepost,
    assertCanView: assertCanViewPlaylist,
  },
] as const

/** Reposts of tracks and releases. Only registered where the host has turned them on. */
export function repostRoutes(registerRoute: RegisterRoute, { db }: { db: Db }) {
  for (const { kind, get, put, undo, assertCanView } of repostKinds) {
    registerRoute(get, {
      guard: ({ params, viewer }) => assertCanView(db, params.id, viewer),
      handle: ({ params, viewer }) => getRepostState(db, kind, params.id, viewer),
    })
    for (const [route, isSet] of [
      [put, true],
      [undo, false],
    ] as const)
      registerRoute(route, {
        limit,
        async handle({ params, viewer }) {
          await setReaction(db, kind, params.id, viewer, isSet)
          return getRepostState(db, kind, params.id, viewer)
        },
      })
  }
  registerRoute(reposts.listReposts, {
    mayLag: true,
    guard: ({ params, viewer }) => getUser(db, params.id, viewer),
    handle: async ({ params, query, viewer, reply }) =>
      sendPage(reply, await listReposts(db, params.id, query, viewer)),
  })
}
