import { isDeepStrictEqual } from 'node:util'
import type { Credit, NewCredits, OwnCredit } from '#contract/credits.ts'
import { badRequest, notFound } from '#server/errors.ts'
import { notify } from '#server/modules/notifications/service.ts'
import { lockUsersForKeyShare } from '#server/modules/users/policy.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { type Page, type PageQuery, readPage } from '#server/shared/cursor.ts'
import type { Viewer } from '#server/viewer.ts'
import { presentCredits, presentOwnCredit } from './presenter.ts'
import {
  type CreditRow,
  listCreditRows,
  listCreditRowsOfTracks,
  listOwnRows,
  lockCreditRows,
  replaceCredits,
  setStatus,
  type Target,
} from './repository.ts'

export async function listCredits(
  db: Db,
  target: Target,
  { isOwner }: { isOwner: boolean },
): Promise<Credit[]> {
  return presentCredits(await listCreditRows(db, target), { isOwner })
}

/** As everyone sees them, by track. */
export async function listCreditsOfTracks(db: Db, trackIds: string[]) {
  const rows = trackIds.length > 0 ? await listCreditRowsOfTracks(db, trackIds) : []
  return new Map(
    [...Map.groupBy(rows, ({ trackId }) => trackId)].map(([trackId, ofTrack]) => [
      trackId,
      presentCredits(ofTrack, { isOwner: false }),
    ]),
  )
}

/** At the start of a transaction: users are locked before tracks and playlists. */
export async function assertCreditedUsersLocked(tx: Db, credits: NewCredits): Promise<void> {
  const ids = [...new Set(credits.flatMap(({ userId }) => userId ?? []))]
  const known = ids.length > 0 ? await lockUsersForKeyShare(tx, ids) : new Set()
  if (ids.some((id) => !known.has(id))) throw badRequest('A credited user does not exist')
}

/** A credit that stays the same keeps the decision of its member. Owners need not accept their own. */
export async function saveCredits(
  tx: Db,
  target: Target,
  { credits, ownerId }: { credits: NewCredits; ownerId: string },
): Promise<void> {
  const before = await lockCreditRows(tx, target)
  const keyOf = ({ role, name, userId }: Omit<CreditRow, 'status'>) =>
    JSON.stringify([role, name, userId])
  const decided = new Map(before.map((row) => [keyOf(row), row.status]))
  const rows = credits.map(({ role, name, userId = null }): CreditRow => {
    const row = { role, name, userId }
    const initial = userId === ownerId ? 'accepted' : 'pending'
    return { ...row, status: decided.get(keyOf(row)) ?? initial }
  })
  if (isDeepStrictEqual(rows, before)) return
  await replaceCredits(tx, target, rows)
  const known = new Set(before.map(({ userId }) => userId))
  const credited = new Set(
    rows.flatMap(({ userId, status }) => (status === 'pending' && userId) || []),
  )
  const requested = { kind: 'credit', actorId: ownerId, detail: 'requested', ...target } as const
  await notify(
    tx,
    ...[...credited].filter((id) => !known.has(id)).map((userId) => ({ ...requested, userId })),
  )
}

type OwnQuery = PageQuery & { status?: CreditRow['status'] | undefined }

export async function listOwnCredits(
  db: Db,
  { status, ...query }: OwnQuery,
  viewer: Viewer,
): Promise<Page<OwnCredit>> {
  const { items, next } = await readPage(
    'credits',
    query,
    (range) => listOwnRows(db, viewer, { ...range, status }),
    ({ id, createdAt }) => [createdAt, id],
  )
  return { items: items.flatMap(presentOwnCredit), next }
}

export async function decideCredit(db: Db, id: string, accepted: boolean, viewer: Viewer) {
  await db.transaction(async (tx) => {
    const credit = await setStatus(tx, id, viewer.id, accepted ? 'accepted' : 'refused')
    if (!credit) throw notFound('Credit')
    const { ownerId, target, wasAccepted } = credit
    const notice = { kind: 'credit', detail: 'accepted', ...target } as const
    if (accepted && !wasAccepted)
      await notify(tx, { ...notice, userId: ownerId, actorId: viewer.id })
  })
}
