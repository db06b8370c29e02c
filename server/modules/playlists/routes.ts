import {
  addPlaylistTrack,
  createPlaylist as createPlaylistCall,
  deletePlaylist,
  getPlaylistBySlug,
  getPlaylist as getPlaylistCall,
  removePlaylistTrack,
  reorderPlaylist,
  updatePlaylist,
} from '#contract/playlists.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { requireDeletable, requireOwner } from './access.ts'
import { changePlaylist, createPlaylist, removePlaylist } from './editing.ts'
import { addTrack, removeTrack, reorder } from './entries/changing.ts'
import { getPlaylist } from './reading.ts'

type Deps = { db: Db }

/** The ids of the longest playlist fit. */
const newOrderBytes = 512 * 1024

export function playlistRoutes(serve: Serve, { db }: Deps) {
  serve(getPlaylistBySlug, {
    handle: ({ params, viewer }) => getPlaylist(db, params.slug, viewer),
  })
  serve(getPlaylistCall, {
    handle: ({ params, viewer }) => getPlaylist(db, params.id, viewer),
  })
  serve(createPlaylistCall, {
    handle: ({ body, viewer }) => createPlaylist(db, body, viewer),
  })
  serve(updatePlaylist, {
    guard: ({ params, viewer }) => requireOwner(db, params.id, viewer),
    handle: ({ params, body, viewer }) => changePlaylist(db, params.id, body, viewer),
  })
  serve(deletePlaylist, {
    guard: ({ params, viewer }) => requireDeletable(db, params.id, viewer),
    async handle({ params, viewer }) {
      await removePlaylist(db, params.id, viewer)
      return undefined
    },
  })
  entryRoutes(serve, { db })
}

function entryRoutes(serve: Serve, { db }: Deps) {
  serve(addPlaylistTrack, {
    guard: ({ params, viewer }) => requireOwner(db, params.id, viewer),
    handle: ({ params, body, viewer }) => addTrack(db, params.id, body.trackId, viewer),
  })
  serve(removePlaylistTrack, {
    guard: ({ params, viewer }) => requireOwner(db, params.id, viewer),
    async handle({ params, viewer }) {
      await removeTrack(db, params.id, params.trackId, viewer)
      return undefined
    },
  })
  serve(reorderPlaylist, {
    guard: ({ params, viewer }) => requireOwner(db, params.id, viewer),
    handle: ({ params, body, viewer }) => reorder(db, params.id, body, viewer),
    bodyLimit: newOrderBytes,
  })
}
