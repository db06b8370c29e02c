import type { CurrentUser } from '#contract/auth.ts'
import type { UserSummary } from '#contract/fields.ts'
import type { ManagedUser, Profile } from '#contract/users.ts'
import { badRequest, conflict, notFound, unauthorized } from '#server/errors.ts'
import { changedFields, recordAction } from '#server/modules/moderation/audit/service.ts'
import { uniqueViolation } from '#server/platform/postgres/error-codes.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { isUuid } from '#server/platform/postgres/uuid.ts'
import { mapPage, type Page, type PageQuery, readPage } from '#server/shared/cursor.ts'
import { findUsernameProblem } from '#server/shared/username.ts'
import { canEdit, canViewUser } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'
import type { UserRow } from './columns.ts'
import {
  type PresentManagedUser,
  presentCurrentUser,
  presentProfile,
  presentUser,
} from './presenter.ts'
import {
  countProfile,
  findById,
  findByIds,
  findByUsername,
  listPage,
  lockForRename,
  type UserUpdate,
  updateUserRow,
} from './repository.ts'

/** A username is shorter than a UUID, so the two cannot be confused. */
export async function findUser(
  db: Db,
  idOrUsername: string,
  viewer: Viewer | undefined,
): Promise<UserRow | undefined> {
  const user = isUuid(idOrUsername)
    ? await findById(db, idOrUsername)
    : await findByUsername(db, idOrUsername)
  return user && canViewUser(user, viewer) ? user : undefined
}

export async function getUser(
  db: Db,
  idOrUsername: string,
  viewer: Viewer | undefined,
): Promise<UserRow> {
  const user = await findUser(db, idOrUsername, viewer)
  if (!user) throw notFound('User')
  return user
}

export const getFediverseHandle = async (db: Db, userId: string) =>
  (await findById(db, userId))?.fediverse ?? null

/** In the order of the ids, without deleted users. */
export async function getUsersByIds(db: Db, ids: string[]): Promise<UserSummary[]> {
  const byId = new Map((await findByIds(db, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map(presentUser)
}

type ListQuery = PageQuery & { q?: string | null | undefined }

export type Deps = { db: Db; presentManagedUser: PresentManagedUser }

/** For the administrator. */
export async function listUsers(
  { db, presentManagedUser }: Deps,
  { q, ...query }: ListQuery,
): Promise<Page<ManagedUser>> {
  const page = await readPage(
    'users',
    query,
    (range) => listPage(db, { q, ...range }),
    ({ id, createdAt }) => [createdAt, id],
  )
  return mapPage(page, presentManagedUser)
}

export async function getProfile(
  db: Db,
  idOrUsername: string,
  viewer: Viewer | undefined,
): Promise<Profile> {
  const user = await getUser(db, idOrUsername, viewer)
  const publicOnly = !canEdit({ userId: user.id }, viewer)
  return presentProfile(user, await countProfile(db, user.id, { viewerId: viewer?.id, publicOnly }))
}

export async function updateProfile(
  db: Db,
  viewer: Viewer,
  update: UserUpdate,
): Promise<CurrentUser> {
  try {
    const user = await updateUser(db, viewer.id, update)
    if (!user) throw unauthorized()
    return presentCurrentUser(user, viewer.isAdmin)
  } catch (error) {
    if (uniqueViolation(error)?.startsWith('users_username'))
      throw conflict('Username is already taken')
    throw error
  }
}

type AdminUpdate = Omit<UserUpdate, 'username'> & { id?: string | undefined }

export async function updateUserAsAdmin(
  { db, presentManagedUser }: Deps,
  userId: string,
  { id: idInBody, ...update }: AdminUpdate,
  viewer: Viewer,
): Promise<ManagedUser> {
  if (idInBody !== undefined && idInBody !== userId)
    throw badRequest('The id in the body is not the id in the URL')
  return db.transaction(async (tx) => {
    const before = await findById(tx, userId)
    const user = before && (await updateUser(tx, userId, update))
    if (!user) throw notFound('User')
    await recordAction(tx, viewer, {
      action: 'user.update',
      target: { kind: 'user', id: userId },
      detail: changedFields(before, update) || null,
    })
    return presentManagedUser(user)
  })
}

function updateUser(db: Db, id: string, update: UserUpdate): Promise<UserRow | undefined> {
  if (update.username === undefined && update.displayName === undefined)
    return updateUserRow(db, id, update)
  return db.transaction(async (tx) => {
    await lockForRename(tx, id)
    await assertNewUsername(tx, id, update.username)
    return updateUserRow(tx, id, update)
  })
}

/** An unchanged username is accepted, even one that the rules would not allow now: the profile form always sends it. */
async function assertNewUsername(db: Db, id: string, username: string | undefined) {
  const problem = username === undefined ? undefined : findUsernameProblem(username)
  if (problem && (await findById(db, id))?.username !== username) throw badRequest(problem)
}
