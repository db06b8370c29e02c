import { deleteAccount } from '#server/platform/identity/built-in/accounts.ts'
import { builtInIssuer } from '#server/platform/identity/built-in/create-built-in.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { endAllSessions } from './sessions.ts'

/** The part of deleting a person that concerns signing in: call it in the same transaction as the rest. */
export async function deleteIdentity(
  db: Db,
  person: { id: string; issuer: string; subject: string },
) {
  await endAllSessions(db, person.id)
  if (person.issuer === builtInIssuer) await deleteAccount(db, person.subject)
}
