import { eq } from 'drizzle-orm'
import { uploads } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { type Caller, startTestApp, type TestApp, type TestAppOptions } from './app.ts'
import { makeUpload, makeUser, type UserRow } from './factories.ts'

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

const administratorEmail = 'boss@example.org'

export async function startTestSite({ env, ...options }: TestAppOptions = {}): Promise<TestSite> {
  const app = await startTestApp({
    ...options,
    env: { ADMIN_EMAILS: administratorEmail, ...env },
  })
  const { db } = app.postgres
  const owner = await makeUser(db)
  const otherUser = await makeUser(db)
  const administrator = await makeUser(db, { email: administratorEmail, emailVerified: true })
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

/** Creates registered files of the owner or another user, and reads their state. */
export const uploadsOf = (site: TestSite) => ({
  audio: async (user = site.owner) => (await makeUpload(site.db, user.id, 'audio')).objectPath,
  image: async (user = site.owner) => (await makeUpload(site.db, user.id, 'image')).objectPath,
  async stateOf(objectPath: string) {
    const rows = await site.db.select().from(uploads).where(eq(uploads.objectPath, objectPath))
    return rows[0]?.state
  },
})
