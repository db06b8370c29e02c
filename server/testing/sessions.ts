import { secretIdOf, startSession } from '#server/modules/accounts/sessions/sessions.ts'
import type { Db } from '#server/platform/postgres/open.ts'

/** The SESSION_SECRET of servers on which tests start sessions without a sign-in. */
export const testSessionSecret = 'a secret that only tests know, and it is long'

/** Returns the id for the cookie. Without the sign-in form, because hashing a password takes CPU time. */
export const startTestSession = (db: Db, userId: string, secret = testSessionSecret) =>
  startSession(db, { userId, secretId: secretIdOf(secret) })
