import type { CurrentUser } from '#contract/auth.ts'
import type { ManagedUser, Profile } from '#contract/users.ts'
import { badInput, conflict, notFound, notSignedIn } from '#server/errors.ts'
import { presentCurrentUser } from '#server/modules/auth/presenter.ts'
import { isId } from '#server/modules/tracks/slug.ts'
import { mayManage } from '#server/modules/tracks/visibility.ts'
import { uniqueViolation } from '#server/platform/postgres/error-codes.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { presentManagedUser, presentProfile } from './present.ts'
import {
  countFor,
  findById,
  findByUsername,
  lockForRename,
  type UserChange,
  type UserRow,
  updateUser,
} from './queries.ts'

/** A username is too short to look like an id, so that the two cannot be confused. */
export function findUser(db: Db, idOrName: string): Promise<UserRow | undefined> {
  return isId(idOrName) ? findById(db, idOrName) : findByUsername(db, idOrName)
}

export async function requireUser(db: Db, idOrName: string): Promise<UserRow> {
  const user = await findUser(db, idOrName)
  if (!user) throw notFound('User')
  return user
}

export async function getProfile(
  db: Db,
  idOrName: string,
  viewer: Viewer | undefined,
): Promise<Profile> {
  const user = await requireUser(db, idOrName)
  const publicOnly = !mayManage({ userId: user.id }, viewer)
  return presentProfile(user, await countFor(db, user.id, { viewerId: viewer?.id, publicOnly }))
}

export async function updateProfile(
  db: Db,
  viewer: Viewer,
  change: UserChange,
): Promise<CurrentUser> {
  try {
    const user = await changeUser(db, viewer.id, change)
    if (!user) throw notSignedIn()
    return presentCurrentUser(user, viewer.isAdmin)
  } catch (error) {
    if (uniqueViolation(error)?.startsWith('users_username')) throw usernameTaken()
    throw error
  }
}

const usernameTaken = () => conflict('Username is already taken')

type AdminChange = Omit<UserChange, 'username'> & { id?: string | undefined }

export async function updateUserAsAdmin(
  db: Db,
  userId: string,
  { id, ...change }: AdminChange,
): Promise<ManagedUser> {
  if (id !== undefined && id !== userId) throw badInput('The id in the body is of another person')
  const user = await changeUser(db, userId, change)
  if (!user) throw notFound('User')
  return presentManagedUser(user)
}

function changeUser(db: Db, id: string, change: UserChange): Promise<UserRow | undefined> {
  if (change.username === undefined && change.displayName === undefined)
    return updateUser(db, id, change)
  return db.transaction(async (transaction) => {
    await lockForRename(transaction, id)
    return updateUser(transaction, id, change)
  })
}
