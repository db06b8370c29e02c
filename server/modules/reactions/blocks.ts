import type { UserSummary } from '#contract/fields.ts'
import { badRequest, forbidden, notFound, unauthorized } from '#server/errors.ts'
import { presentUser } from '#server/modules/users/presenter.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { mapPage, type Page, type PageQuery, readPage } from '#server/shared/cursor.ts'
import type { Viewer } from '#server/viewer.ts'
import {
  type Block,
  deleteBlock,
  deleteFollows,
  findBlocks,
  insertBlock,
  listBlocked,
  lockBoth,
} from './blocks-repository.ts'

/** Both follow each other no longer. Likes stay: withdrawing them would tell the blocked user. */
export async function blockUser(db: Db, blockedId: string, { id: userId }: Viewer) {
  if (blockedId === userId) throw badRequest('You cannot block yourself')
  await db.transaction(async (tx) => {
    const existing = await lockBoth(tx, { userId, blockedId })
    if (!existing.has(userId)) throw unauthorized()
    if (!existing.has(blockedId)) throw notFound('User')
    await insertBlock(tx, { userId, blockedId })
    await deleteFollows(tx, { userId, blockedId })
  })
}

export const unblockUser = (db: Db, blockedId: string, { id: userId }: Viewer) =>
  deleteBlock(db, { userId, blockedId })

export async function listBlocks(
  db: Db,
  query: PageQuery,
  viewer: Viewer,
): Promise<Page<UserSummary>> {
  const page = await readPage(
    'blocks',
    query,
    (range) => listBlocked(db, viewer.id, range),
    ({ user, blockedAt }) => [blockedAt, user.id],
  )
  return mapPage(page, ({ user }) => presentUser(user))
}

/** For several callers at once: whether an owner has blocked a caller. */
export async function findBlocked(db: Db, pairs: readonly Block[]) {
  const found = new Set((await findBlocks(db, pairs)).map(keyOf))
  return (pair: Block) => found.has(keyOf(pair))
}

/** Does not say why: a block is not announced. `action` as in 'like this track'. */
export const cannot = (action: string) => forbidden(`You cannot ${action}.`)

/** 403 if the owner of what the caller wants to react to has blocked the caller. */
export async function assertNotBlocked(
  db: Db,
  ownerId: string,
  viewer: { id: string } | undefined,
  action: string,
): Promise<void> {
  if (!viewer) return
  const pair = { userId: ownerId, blockedId: viewer.id }
  const isBlocked = await findBlocked(db, [pair])
  if (isBlocked(pair)) throw cannot(action)
}

/** 403 also if the caller has blocked the owner. */
export async function assertUnblocked(
  db: Db,
  ownerId: string,
  viewer: { id: string },
  action: string,
): Promise<void> {
  await assertNotBlocked(db, ownerId, viewer, action)
  const own = { userId: viewer.id, blockedId: ownerId }
  const isBlocked = await findBlocked(db, [own])
  if (isBlocked(own)) throw forbidden(`Unblock this user to ${action}.`)
}

const keyOf = ({ userId, blockedId }: Block) => `${userId} ${blockedId}`
