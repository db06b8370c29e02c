import * as contract from '#contract/comments.ts'
import { assertCanView } from '#server/modules/tracks/policy.ts'
import { type RegisterRoute, sendPage } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import {
  assertArtist,
  assertArtistOf,
  assertAuthor,
  assertCanDelete,
  deleteComment,
  getOverview,
  isNewAccount,
  listComments,
  pinComment,
  setCommentsClosed,
  updateComment,
  writeComment,
} from './service.ts'

type Deps = { db: Db; limiter: RateLimiter; assertCanPublish(userId: string): Promise<void> }

const limit = { max: 60, windowSeconds: 60, per: 'user' } as const

/** Comments on tracks. Only registered where the host has turned them on. */
export function commentRoutes(registerRoute: RegisterRoute, deps: Deps) {
  const { db } = deps
  const accept = createAccept(deps)
  registerRoute(contract.listComments, {
    mayLag: true,
    guard: ({ params, viewer }) => assertCanView(db, params.id, viewer),
    handle: async ({ params, query, viewer, reply }) =>
      sendPage(reply, await listComments(db, params.id, query, viewer)),
  })
  registerRoute(contract.getCommentOverview, {
    guard: ({ params, viewer }) => assertCanView(db, params.id, viewer),
    handle: ({ params, viewer }) => getOverview(db, params.id, viewer),
  })
  registerRoute(contract.createComment, {
    limit,
    guard: ({ params, viewer }) => assertCanView(db, params.id, viewer),
    handle: ({ params, body, viewer }) =>
      accept(viewer.id, () => writeComment(db, params.id, body, viewer)),
  })
  registerRoute(contract.setCommentsClosed, {
    limit,
    guard: ({ params, viewer }) => assertArtist(db, params.id, viewer),
    handle: ({ params, body }) => setCommentsClosed(db, params.id, body.closed),
  })
  registerRoute(contract.updateComment, {
    limit,
    guard: ({ params, viewer }) => assertAuthor(db, params.id, viewer),
    handle: ({ params, body, viewer }) =>
      accept(viewer.id, () => updateComment(db, params.id, body.text, viewer)),
  })
  registerRoute(contract.deleteComment, {
    limit,
    guard: ({ params, viewer }) => assertCanDelete(db, params.id, viewer),
    handle: ({ params, viewer }) => deleteComment(db, params.id, viewer),
  })
  for (const [route, isPinned] of [
    [contract.pinComment, true],
    [contract.unpinComment, false],
  ] as const)
    registerRoute(route, {
      limit,
      guard: ({ params, viewer }) => assertArtistOf(db, params.id, viewer),
      handle: ({ params, viewer }) => pinComment(db, params.id, isPinned, viewer),
    })
}

const hour = 60 * 60

/** Only accepted comments count, and changes of them: 60 an hour, of accounts that are younger than a day five. */
function createAccept({ db, limiter, assertCanPublish }: Deps) {
  const message = () => 'You have written many comments. Please try again later.'
  const usual = limiter.strict('comments', { max: 60, windowSeconds: hour }, message)
  const ofNew = limiter.strict('comments-of-new', { max: 5, windowSeconds: hour }, message)
  return async <T>(userId: string, write: () => Promise<T>): Promise<T> => {
    await assertCanPublish(userId)
    const quota = (await isNewAccount(db, userId)) ? ofNew : usual
    await quota.consume(userId)
    try {
      return await write()
    } catch (error) {
      await quota.refund(userId)
      throw error
    }
  }
}
