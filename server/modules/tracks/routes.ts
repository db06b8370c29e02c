import {
  createTrack,
  deleteTrack as deleteTrackCall,
  getTrack as getTrackCall,
  likeTrack,
  listTracks as listTracksCall,
  replaceTrackArtwork,
  updateTrack,
} from '#contract/tracks.ts'
import { nextPageLink } from '#server/platform/http/pagination-link.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { getTrack, requireManaged, requireOpen } from './access.ts'
import { changeTrack } from './change.ts'
import { deleteTrack } from './deletion.ts'
import { createLikes } from './likes/likes.ts'
import { listTracks } from './listing.ts'
import { publishTrack } from './publish.ts'

type Deps = { db: Db }

export function trackRoutes(serve: RegisterRoute, { db }: Deps) {
  const likes = createLikes(db)

  serve(listTracksCall, {
    async handle({ query, viewer, request, reply }) {
      const { tracks, next } = await listTracks(db, query, viewer)
      if (next) reply.header('link', nextPageLink(request.url, next))
      return tracks
    },
  })
  serve(getTrackCall, {
    handle: ({ params, viewer }) => getTrack(db, params.slug, viewer),
  })
  serve(createTrack, {
    handle: ({ body, viewer }) => publishTrack(db, body, viewer),
  })
  serve(updateTrack, {
    guard: ({ params, viewer }) => requireManaged(db, params.id, viewer),
    handle: ({ params, body, viewer }) => changeTrack(db, params.id, body, viewer),
  })
  serve(replaceTrackArtwork, {
    guard: ({ params, viewer }) => requireManaged(db, params.id, viewer),
    handle: ({ params, body, viewer }) =>
      changeTrack(db, params.id, { artworkUrl: body.artworkPath }, viewer),
  })
  serve(deleteTrackCall, {
    guard: ({ params, viewer }) => requireManaged(db, params.id, viewer),
    async handle({ params, viewer }) {
      await deleteTrack(db, params.id, viewer)
      return undefined
    },
  })
  serve(likeTrack, {
    guard: ({ params, viewer }) => requireOpen(db, params.id, viewer),
    handle: ({ params, viewer }) => likes.toggle(params.id, viewer),
    limit: { max: 60, windowSeconds: 60, per: 'person' },
  })
}
