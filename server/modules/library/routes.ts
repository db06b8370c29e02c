import {
  clearHistory as clearHistoryRoute,
  getLibrary as getLibraryRoute,
  listFollowedTracks as listFollowedTracksRoute,
  listHistory as listHistoryRoute,
  listLibraryPlaylists as listLibraryPlaylistsRoute,
  listLikedTracks as listLikedTracksRoute,
  markFollowingSeen as markFollowingSeenRoute,
  recordHearing as recordHearingRoute,
  removeSavedPlaylist as removeSavedPlaylistRoute,
  savePlaylist as savePlaylistRoute,
  setHistoryEnabled as setHistoryEnabledRoute,
} from '#contract/library.ts'
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
  registerRoute(getLibraryRoute, { handle: ({ viewer }) => getLibrary(db, viewer) })
  registerRoute(savePlaylistRoute, {
    async handle({ params, viewer }) {
      await savePlaylist(db, params.id, viewer)
      return undefined
    },
    limit: writeLimit,
    privateWrite: true,
  })
  registerRoute(removeSavedPlaylistRoute, {
    async handle({ params, viewer }) {
      await removeSavedPlaylist(db, params.id, viewer)
      return undefined
    },
    limit: writeLimit,
    privateWrite: true,
  })
  registerRoute(recordHearingRoute, {
    async handle({ body, viewer }) {
      await recordListen(db, body, viewer)
      return undefined
    },
    limit: writeLimit,
    privateWrite: true,
  })
  registerRoute(clearHistoryRoute, {
    async handle({ viewer }) {
      await clearHistory(db, viewer)
      return undefined
    },
    limit: writeLimit,
    privateWrite: true,
  })
  registerRoute(setHistoryEnabledRoute, {
    handle: ({ body, viewer }) => setHistoryEnabled(db, body.enabled, viewer),
    limit: writeLimit,
    privateWrite: true,
  })
  registerRoute(markFollowingSeenRoute, {
    async handle({ viewer }) {
      await markFollowingSeen(db, viewer)
      return undefined
    },
    limit: writeLimit,
    privateWrite: true,
  })
}

function listRoutes(registerRoute: RegisterRoute, { db }: { db: Db }) {
  registerRoute(listLikedTracksRoute, {
    handle: async ({ query, viewer, reply }) =>
      sendPage(reply, await listLikedTracks(db, query, viewer)),
  })
  registerRoute(listLibraryPlaylistsRoute, {
    handle: async ({ query, viewer, reply }) =>
      sendPage(reply, await listLibraryPlaylists(db, query, viewer)),
  })
  registerRoute(listHistoryRoute, {
    handle: async ({ query, viewer, reply }) =>
      sendPage(reply, await listHistory(db, query, viewer)),
  })
  registerRoute(listFollowedTracksRoute, {
    handle: async ({ query, viewer, reply }) =>
      sendPage(reply, await listFollowedTracks(db, query, viewer)),
  })
}
