import { forbidden, type HttpError } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { type Block, findBlocks } from './repository.ts'

/** The owner of an item and who reacts to it. */
type Pair = { ownerId: string; viewerId: string }

/** Who must not have blocked the other: the first that has is told. */
export type Refusals = readonly { by: 'owner' | 'viewer'; message: string }[]

/** Does not say why: a block is not announced. `action` as in 'like this track'. */
export const ifBlocked = (action: string) =>
  ({ by: 'owner', message: `You cannot ${action}.` }) as const
export const ifBlocking = (action: string) =>
  ({ by: 'viewer', message: `Unblock this user to ${action}.` }) as const

const blockOf = ({ ownerId, viewerId }: Pair, by: 'owner' | 'viewer'): Block =>
  by === 'owner'
    ? { userId: ownerId, blockedId: viewerId }
    : { userId: viewerId, blockedId: ownerId }
const keyOf = ({ userId, blockedId }: Block) => `${userId} ${blockedId}`

/** For several pairs at once: the error of each, if any. */
export async function findRefusals(db: Db, refusals: Refusals, pairs: readonly Pair[]) {
  const possible = refusals.flatMap(({ by }) => pairs.map((pair) => blockOf(pair, by)))
  const found = new Set((await findBlocks(db, possible)).map(keyOf))
  return (pair: Pair): HttpError | undefined => {
    const refusal = refusals.find(({ by }) => found.has(keyOf(blockOf(pair, by))))
    return refusal && forbidden(refusal.message)
  }
}

/** 403 if a block refuses what the viewer does with something of the owner's. */
export async function assertUnblocked(
  db: Db,
  refusals: Refusals,
  ownerId: string,
  viewer: { id: string } | undefined,
): Promise<void> {
  if (!viewer || refusals.length === 0) return
  const pair = { ownerId, viewerId: viewer.id }
  const error = (await findRefusals(db, refusals, [pair]))(pair)
  if (error) throw error
}
