import * as contract from '#contract/discover.ts'
import { listSimilarTracks as similarTracks } from '#contract/tracks.ts'
import { listenerTokenOf } from '#server/modules/listening/listener.ts'
import { assertCanView } from '#server/modules/tracks/policy.ts'
import { sendCached } from '#server/platform/http/cached-response.ts'
import { type RegisterRoute, sendPage } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { SignedPages } from '#server/shared/cursor.ts'
import type { MemoizedAsync } from '#server/shared/memoize-async.ts'
import {
  assertGenreExists,
  listGenres,
  listGenreTracks,
  listSection,
  listSimilarTracks,
} from './lists.ts'
import { type CachedDiscovery, personalizeDiscovery } from './service.ts'

type Deps = { db: Db; discovery: MemoizedAsync<CachedDiscovery>; signedPages: SignedPages }

export function discoverRoutes(registerRoute: RegisterRoute, { db, discovery, signedPages }: Deps) {
  registerRoute(contract.discover, {
    async handle({ viewer, reply }) {
      const current = await discovery.get()
      return viewer
        ? personalizeDiscovery(db, current, viewer.id)
        : sendCached(reply, current.response)
    },
  })
  registerRoute(contract.listSection, {
    mayLag: true,
    handle: async ({ params, query, viewer, reply }) =>
      sendPage(
        reply,
        await signedPages(`section ${params.section}`, query, (query) =>
          listSection(db, params.section, query, viewer),
        ),
      ),
  })
  registerRoute(contract.listGenres, { mayLag: true, handle: () => listGenres(db) })
  registerRoute(contract.listGenreTracks, {
    mayLag: true,
    guard: ({ params }) => assertGenreExists(db, params.genre),
    handle: async ({ params, query, viewer, reply }) =>
      sendPage(
        reply,
        await signedPages(`genre ${params.genre}`, query, (query) =>
          listGenreTracks(db, params.genre, query, viewer),
        ),
      ),
  })
  registerRoute(similarTracks, {
    guard: ({ params, viewer }) => assertCanView(db, params.id, viewer),
    handle: ({ params, query, viewer, request }) =>
      listSimilarTracks(db, {
        trackId: params.id,
        limit: query.limit,
        viewer,
        token: listenerTokenOf(request.cookies) ?? '',
      }),
  })
}
