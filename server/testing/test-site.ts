import type { ObjectsConfig } from '#server/config.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { type Caller, startTestApp, type TestApp } from './app.ts'
import { makeUser, type UserRow } from './factories.ts'

/** The app with one user per role of the access rules, each with a caller. */
export type TestSite = TestApp & {
  db: Db
  owner: UserRow
  otherUser: UserRow
  administrator: UserRow
  asOwner: Caller
  asOtherUser: Caller
  asAdministrator: Caller
}

const ADMINISTRATOR = 'boss@example.org'

export async function startTestSite(
  env: Record<string, string> = {},
  objects?: ObjectsConfig,
): Promise<TestSite> {
  const app = await startTestApp({
    env: { ADMIN_EMAILS: ADMINISTRATOR, ...env },
    ...(objects && { objects }),
  })
  const { db } = app.postgres
  const owner = await makeUser(db)
  const otherUser = await makeUser(db)
  const administrator = await makeUser(db, { email: ADMINISTRATOR, emailVerified: true })
  return {
    ...app,
    db,
    owner,
    otherUser,
    administrator,
    asOwner: await app.as(owner),
    asOtherUser: await app.as(otherUser),
    asAdministrator: await app.as(administrator),
  }
}
