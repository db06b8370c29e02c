import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import type { UserRow } from './repository.ts'
import { touchSession } from './sessions.ts'

/** From the settings: who is an administrator. */
export type Administrators = { emails: readonly string[]; userIds: readonly string[] }

export type SignedIn = { viewer: Viewer; user: UserRow }

/** Answers who a session id belongs to, with what the settings and the database say at this very moment. */
export function createViewerReader(db: Db, administrators: Administrators) {
  const emails = new Set(administrators.emails.map((email) => email.toLowerCase()))
  const userIds = new Set(administrators.userIds)
  /** An e-mail counts only if the identity provider says that it is verified. */
  const isAdmin = ({ id, email, emailVerified }: UserRow) =>
    userIds.has(id) || (emailVerified && email !== null && emails.has(email.toLowerCase()))

  return async (sessionId: string): Promise<SignedIn | undefined> => {
    const user = await touchSession(db, sessionId)
    return user && { viewer: { id: user.id, isAdmin: isAdmin(user) }, user }
  }
}
