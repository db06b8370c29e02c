import { uniqueViolation } from '#server/platform/postgres/error-codes.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { isUuid } from '#server/platform/postgres/uuid.ts'
import { inviteRequired, registrationClosed } from '../errors.ts'
import { builtInIssuer } from '../issuer.ts'
import type { Claims } from '../provider/claims.ts'
import { deleteQueuedMails } from '../queued-mails-repository.ts'
import { type Account, deleteAccountRow } from '../repository.ts'
import {
  findSuspension,
  insertUser,
  isEmailTaken,
  releaseUnverifiedEmail,
  updateEmail,
} from '../sessions/repository.ts'
import { signOutUser } from '../sessions/sessions.ts'
import { isLongEnough, numberedUsername, usernameFrom } from './username.ts'

const maxAttempts = 50

/** Whether a user is created at the first sign-in; a function consumes an invite, and returns false if there is none. */
export type Admission = 'open' | 'closed' | ((tx: Db) => Promise<boolean>)

/** Finds the user of these claims, or creates one at the first sign-in. */
export async function upsertUserFromClaims(
  db: Db,
  claims: Claims,
  admission: Admission = 'open',
): Promise<{ id: string; isNew: boolean }> {
  const username = usernameFrom(claims)
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    try {
      const email = await findClaimedEmail(db, claims)
      const existing = await updateEmail(db, claims, email)
      if (existing) return { id: existing, isNew: false }
      if (admission === 'closed') throw registrationClosed()
      const row = {
        ...email,
        ...profileFromClaims(claims),
        issuer: claims.issuer,
        subject: claims.subject,
        username:
          attempt === 0 && username && isLongEnough(username)
            ? username
            : numberedUsername(username),
      }
      const created = await db.transaction(async (tx) => {
        const id = await insertUser(tx, row)
        if (id && admission !== 'open' && !(await admission(tx))) throw inviteRequired()
        return id
      })
      if (created) return { id: created, isNew: true }
    } catch (error) {
      // A concurrent sign-in took the email after it was checked: retry.
      if (uniqueViolation(error) === undefined) throw error
    }
  }
  throw new Error('No free username was found for a new user.')
}

/** For the built-in provider, which knows accounts and not users. */
export const findSuspensionOfAccount = (db: Db, accountId: string) =>
  findSuspension(db, { issuer: builtInIssuer, subject: accountId })

/** Copies the changed email of a built-in account to its user, who would otherwise get it at the next sign-in. */
export async function syncUserEmail(
  db: Db,
  { id, email, emailVerified }: Pick<Account, 'id' | 'email' | 'emailVerified'>,
): Promise<void> {
  const claims = { issuer: builtInIssuer, subject: id, email, emailVerified }
  await updateEmail(db, claims, await findClaimedEmail(db, claims))
}

/** An address belongs to one user at most; the second one to claim it has none. */
async function findClaimedEmail(db: Db, claims: Claims) {
  const none = { email: null, emailVerified: false }
  const email = claims.email?.toLowerCase()
  if (!email) return none
  if (claims.emailVerified) await releaseUnverifiedEmail(db, email, claims)
  if (await isEmailTaken(db, email, claims)) return none
  return { email, emailVerified: claims.emailVerified }
}

function profileFromClaims({ issuer, name, givenName, familyName, picture }: Claims) {
  // Profiles are public, and some providers send the email address as a name. What was typed here is the user's choice.
  const publicName = (claim: string | undefined) =>
    issuer !== builtInIssuer && claim && /\S@\S+\.\S/.test(claim) ? null : claim
  return {
    displayName: publicName(name),
    firstName: publicName(givenName),
    lastName: publicName(familyName),
    profileImageUrl: picture,
  }
}

/** Ends all sessions of a user, and deletes the built-in account and what is queued for it. Run it in the transaction that deletes the user. */
export async function deleteIdentity(
  db: Db,
  user: { id: string; issuer: string; subject: string },
) {
  await signOutUser(db, user)
  const accountId = user.issuer === builtInIssuer && isUuid(user.subject) ? user.subject : undefined
  if (accountId) await deleteAccountRow(db, accountId)
  await deleteQueuedMails(db, { userId: user.id, accountId })
}
