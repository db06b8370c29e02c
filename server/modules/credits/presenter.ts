import type { Credit, OwnCredit } from '#contract/credits.ts'
import { presentUser } from '#server/modules/users/presenter.ts'
import type { listOwnRows, ShownRow } from './repository.ts'

/** Nobody is linked without their consent. The owner sees whom they have named, to edit the list. */
export function presentCredits(
  rows: readonly ShownRow[],
  { isOwner }: { isOwner: boolean },
): Credit[] {
  return rows.map(({ role, name, userId, username, status }) => ({
    role,
    name,
    ...(userId && username && (isOwner || status === 'accepted') && { userId, username }),
    ...(userId && isOwner && { status }),
  }))
}

type OwnRow = Awaited<ReturnType<typeof listOwnRows>>[number]

export function presentOwnCredit(row: OwnRow): OwnCredit[] {
  const { id, role, name, status, track, playlist } = row
  const user = presentUser(row.user)
  const item = track
    ? { kind: 'track' as const, ...track }
    : playlist && { kind: 'playlist' as const, ...playlist }
  return item ? [{ id, role, name, status, item: { ...item, user } }] : []
}
