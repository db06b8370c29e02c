import * as contract from '#contract/library.ts'
import {
  listLibraryPlaylists,
  removeSavedPlaylist,
  savePlaylist,
} from '#server/modules/playlists/saved.ts'
import { type RegisterRoute, sendPage } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { listFollowedTracks } from './following.ts'
import { clearHistory, listHistory, recordListen } from './history.ts'
import { listLikedTracks } from './likes.ts'
import { getLibrary, markFollowingSeen, setHistoryEnabled } from './settings.ts'

const writeLimit = { max: 60, windowSeconds: 60, per: 'user' } as const

export function libraryRoutes(registerRoute: RegisterRoute, { db }: { db: Db }) {
  listRoutes(registerRoute, { db })
  registerRoute(contract.getLibrary, { handle: ({ viewer }) => getLibrary(db, viewer) })
  registerRoute(contract.savePlaylist, {
    async handle({ params, viewer }) {
      await savePlaylist(db, params.id, viewer)
      return undefined
    },
    limit: writeLimit,
    privateWrite: true,
  })
  registerRoute(contract.removeSavedPlaylist, {
    async handle({ params, viewer }) {
      await removeSavedPlaylist(db, params.id, viewer)
      return undefined
    },
    limit: writeLimit,
    privateWrite: true,
  })
  registerRoute(contract.recordListen, {
    async handle({ body, viewer }) {
      await recordListen(db, body, viewer)
      return undefined
    },
    limit: writeLimit,
    privateWrite: true,
  })
  registerRoute(contract.clearHistory, {
    async handle({ viewer }) {
      await clearHistory(db, viewer)
      return undefined
    },
    limit: writeLimit,
    privateWrite: true,
  })
  registerRoute(contract.setHistoryEnabled, {
    handle: ({ body, viewer }) => setHistoryEnabled(db, body.enabled, viewer),
    limit: writeLimit,
    privateWrite: true,
  })
  registerRoute(contract.markFollowingSeen, {
    async handle({ viewer }) {
      await markFollowingSeen(db, viewer)
      return undefined
    },
    limit: writeLimit,
    privateWrite: true,
  })
}

function listRoutes(registerRoute: RegisterRoute, { db }: { db: Db }) {
  registerRoute(contract.listLikedTracks, {
    handle: async ({ query, viewer, reply }) =>
      sendPage(reply, await listLikedTracks(db, query, viewer)),
  })
  registerRoute(contract.listLibraryPlaylists, {
    handle: async ({ query, viewer, reply }) =>
      sendPage(reply, await listLibraryPlaylists(db, query, viewer)),
  })
  registerRoute(contract.listHistory, {
    handle: async ({ query, viewer, reply }) =>
      sendPage(reply, await listHistory(db, query, viewer)),
  })
  registerRoute(contract.listFollowedTracks, {
    handle: async ({ query, viewer, reply }) =>
      sendPage(reply, await listFollowedTracks(db, query, viewer)),
  })
}
