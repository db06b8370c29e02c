import { badRequest, notFound } from '#server/errors.ts'
import { notify, retract } from '#server/modules/notifications/service.ts'
import { lockCaller } from '#server/modules/users/policy.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { canView } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'
import { assertUnblocked } from './blocks.ts'
import { resources, ruleOf } from './kinds.ts'
import {
  countReactions,
  deleteReaction,
  hasReaction,
  insertReaction,
  lockItem,
  type Reaction,
  type StoredKind,
} from './repository.ts'

/** Makes or ends a reaction. Of what is so already nobody is told. */
export const setReaction = (
  db: Db,
  kind: StoredKind,
  id: string,
  viewer: Viewer,
  isSet: boolean,
): Promise<void> =>
  db.transaction(async (tx) => {
    const reaction = { kind, userId: viewer.id, id }
    // Of both users, if this ends what the other one may be about to make.
    await lockCaller(tx, viewer, ruleOf(kind).ends && isSet ? [id] : [])
    await (isSet ? add(tx, reaction, viewer) : remove(tx, reaction, viewer))
  })

export const toggleFollow = (db: Db, id: string, viewer: Viewer) =>
  db.transaction(async (tx) => {
    const reaction = { kind: 'follow', userId: viewer.id, id } as const
    await lockCaller(tx, viewer)
    const isFollowing = !(await hasReaction(tx, reaction))
    await (isFollowing ? add(tx, reaction, viewer) : remove(tx, reaction, viewer))
    return { isFollowing, followerCount: await countReactions(tx, 'follow', id) }
  })

async function add(tx: Db, reaction: Reaction, viewer: Viewer): Promise<void> {
  const { kind, id } = reaction
  const { target, own, check, refusals, notice, ends } = ruleOf(kind)
  const item = await lockItem(tx, target, id)
  if (!item || !canView({ ...item, id }, viewer)) throw notFound(resources[target])
  if (own && item.userId === viewer.id) throw badRequest(own)
  const error = check?.(item)
  if (error) throw error
  // Whoever blocks locks both users: no follow survives a block.
  await assertUnblocked(tx, refusals, item.userId, viewer)
  if (!(await insertReaction(tx, reaction))) return
  if (ends) {
    await deleteReaction(tx, { ...reaction, kind: ends })
    await deleteReaction(tx, { kind: ends, userId: id, id: viewer.id })
  }
  if (notice) await notify(tx, notice({ id, userId: item.userId, actorId: viewer.id }))
}

/** Also of what the viewer may no longer see. */
async function remove(tx: Db, reaction: Reaction, viewer: Viewer): Promise<void> {
  const { kind, id } = reaction
  const { target, notice } = ruleOf(kind)
  const item = target === 'user' ? { userId: id } : await lockItem(tx, target, id)
  const at = await deleteReaction(tx, reaction)
  if (!item || (!at && 'privacy' in item && !canView({ ...item, id }, viewer)))
    throw notFound(resources[target])
  if (at && notice)
    await retract(tx, { ...notice({ id, userId: item.userId, actorId: viewer.id }), at })
}
