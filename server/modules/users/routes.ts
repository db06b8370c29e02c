import {
  deleteUserAsAdmin,
  followUser,
  getProfile as getProfileCall,
  listUserPlaylists,
  listUsers as listUsersCall,
  listUserTracks,
  updateProfile as updateProfileCall,
  updateUserAsAdmin as updateUserAsAdminCall,
} from '#contract/users.ts'
import { nextPageLink } from '#server/platform/http/pagination-link.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { createTurns } from '#server/platform/postgres/turns.ts'
import { deleteUser } from './deletion/delete-user.ts'
import { toggleFollow } from './following/follow.ts'
import { listUsers, playlistsOfUser, tracksOfUser } from './listing.ts'
import { getProfile, requireUser, updateProfile, updateUserAsAdmin } from './profile.ts'

type Deps = { db: Db }

export function userRoutes(serve: RegisterRoute, { db }: Deps) {
  const inTurn = createTurns()
  listRoutes(serve, { db })
  serve(getProfileCall, {
    handle: ({ params, viewer }) => getProfile(db, params.id, viewer),
  })
  serve(updateProfileCall, {
    handle: ({ body, viewer }) => updateProfile(db, viewer, body),
  })
  serve(followUser, {
    guard: ({ params }) => requireUser(db, params.id),
    handle: ({ params, viewer }) => inTurn(viewer.id, () => toggleFollow(db, params.id, viewer)),
    limit: { max: 60, windowSeconds: 60, per: 'person' },
  })
  serve(updateUserAsAdminCall, {
    guard: ({ params }) => requireUser(db, params.id),
    handle: ({ params, body }) => updateUserAsAdmin(db, params.id, body),
  })
  serve(deleteUserAsAdmin, {
    guard: ({ params }) => requireUser(db, params.id),
    async handle({ params, viewer }) {
      await deleteUser(db, params.id, viewer)
      return undefined
    },
  })
}

function listRoutes(serve: RegisterRoute, { db }: Deps) {
  serve(listUsersCall, {
    async handle({ query, request, reply }) {
      const { items, next } = await listUsers(db, query)
      if (next) reply.header('link', nextPageLink(request.url, next))
      return items
    },
  })
  serve(listUserTracks, {
    guard: ({ params }) => requireUser(db, params.id),
    async handle({ params, query, viewer, request, reply }) {
      const { items, next } = await tracksOfUser(db, params.id, query, viewer)
      if (next) reply.header('link', nextPageLink(request.url, next))
      return items
    },
  })
  serve(listUserPlaylists, {
    guard: ({ params }) => requireUser(db, params.id),
    async handle({ params, query, viewer, request, reply }) {
      const { items, next } = await playlistsOfUser(db, params.id, query, viewer)
      if (next) reply.header('link', nextPageLink(request.url, next))
      return items
    },
  })
}
