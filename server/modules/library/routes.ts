import * as contract from '#contract/library.ts'
import { type RegisterRoute, sendPage } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import {
  getLibrary,
  listFollowedTracks,
  listLibraryPlaylists,
  listLikedTracks,
  markFollowingSeen,
} from './service.ts'

const write = {
  limit: { max: 60, windowSeconds: 60, per: 'user' },
  writes: 'own',
} as const

type Deps = { db: Db; hasReposts: boolean }

/** What a user collects: likes, saved playlists, tracks of followed users, and its settings. */
export function libraryRoutes(registerRoute: RegisterRoute, deps: Deps) {
  const { db, hasReposts } = deps
  listRoutes(registerRoute, deps)
  registerRoute(contract.getLibrary, {
    handle: ({ viewer }) => getLibrary(db, viewer, { reposts: hasReposts }),
  })
  registerRoute(contract.markFollowingSeen, {
    handle: ({ viewer }) => markFollowingSeen(db, viewer),
    ...write,
  })
}

function listRoutes(registerRoute: RegisterRoute, { db, hasReposts }: Deps) {
  registerRoute(contract.listLikedTracks, {
    handle: async ({ query, viewer, reply }) =>
      sendPage(reply, await listLikedTracks(db, query, viewer)),
  })
  registerRoute(contract.listLibraryPlaylists, {
    handle: async ({ query, viewer, reply }) =>
      sendPage(reply, await listLibraryPlaylists(db, query, viewer)),
  })
  registerRoute(contract.listFollowedTracks, {
    async handle({ query: { reposts = false, ...query }, viewer, reply }) {
      const page = { ...query, reposts: reposts && hasReposts }
      return sendPage(reply, await listFollowedTracks(db, page, viewer))
    },
  })
}
