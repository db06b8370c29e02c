import { eq } from 'drizzle-orm'
import { users } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

/** What the identity provider says about a user. */
export async function findIdentity(db: Db, userId: string) {
  const rows = await db
    .select({
      id: users.id,
      issuer: users.issuer,
      subject: users.subject,
      email: users.email,
      emailVerified: users.emailVerified,
    })
    .from(users)
    .where(eq(users.id, userId))
  return rows[0]
}
