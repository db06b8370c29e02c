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
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { createTurns } from '#server/platform/postgres/turns.ts'
import { requireDeletable, requireOwner } from './access.ts'
import { changePlaylist, createPlaylist, removePlaylist } from './editing.ts'
import { addTrack, dateOrder, removeTrack, reorder } from './entries/changing.ts'
import { getPlaylist } from './reading.ts'

type Deps = { db: Db }

/** The ids of the longest playlist fit. */
const newOrderBytes = 512 * 1024

export function playlistRoutes(serve: RegisterRoute, { db }: Deps) {
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

/** Changes of one playlist come one after the other. */
function entryRoutes(serve: RegisterRoute, { db }: Deps) {
  const inTurn = createTurns()
  serve(addPlaylistTrack, {
    guard: ({ params, viewer }) => requireOwner(db, params.id, viewer),
    handle: ({ params, body, viewer }) =>
      inTurn(params.id, () => addTrack(db, params.id, body.trackId, viewer)),
  })
  serve(removePlaylistTrack, {
    guard: ({ params, viewer }) => requireOwner(db, params.id, viewer),
    async handle({ params, viewer }) {
      await inTurn(params.id, () => removeTrack(db, params.id, params.trackId, viewer))
      return undefined
    },
  })
  serve(reorderPlaylist, {
    guard: ({ params, viewer }) => requireOwner(db, params.id, viewer),
    async handle({ params, body, viewer }) {
      const order = await dateOrder(db, params.id, body)
      return inTurn(params.id, () => reorder(db, params.id, order, viewer))
    },
    bodyLimit: newOrderBytes,
  })
}
