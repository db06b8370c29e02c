import type { ObjectsConfig } from '#server/config.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { type Caller, startTestApp, type TestApp } from './app.ts'
import { type MadeUser, makeUser } from './factories.ts'

/** The app with the people whom the rules tell apart, each able to call it. */
export type Cast = TestApp & {
  db: Db
  owner: MadeUser
  stranger: MadeUser
  administrator: MadeUser
  asOwner: Caller
  asStranger: Caller
  asAdministrator: Caller
}

const ADMINISTRATOR = 'boss@example.org'

export async function startWithCast(
  env: Record<string, string> = {},
  objects?: ObjectsConfig,
): Promise<Cast> {
  const app = await startTestApp({
    env: { ADMIN_EMAILS: ADMINISTRATOR, ...env },
    ...(objects && { objects }),
  })
  const { db } = app.postgres
  const owner = await makeUser(db)
  const stranger = await makeUser(db)
  const administrator = await makeUser(db, { email: ADMINISTRATOR, emailVerified: true })
  return {
    ...app,
    db,
    owner,
    stranger,
    administrator,
    asOwner: await app.as(owner),
    asStranger: await app.as(stranger),
    asAdministrator: await app.as(administrator),
  }
}
