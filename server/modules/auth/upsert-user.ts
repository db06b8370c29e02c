import { isHttpUrl } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import type { Claims } from '#server/platform/identity/oidc-client.ts'
import { uniqueViolation } from '#server/platform/postgres/error-codes.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { insertUser, isEmailTaken, releaseUnverifiedEmail, updateEmail } from './repository.ts'
import { isLongEnough, numberedUsername, usernameFrom } from './username.ts'

const maxAttempts = 50

/** The person behind the claims; the first sign-in makes them one. Answers the user's id. */
export async function upsertUserFromClaims(db: Db, claims: Claims): Promise<string> {
  const username = usernameFrom(claims)
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    try {
      const email = await findClaimedEmail(db, claims)
      const known = await updateEmail(db, claims, email)
      if (known) return known
      const made = await insertUser(db, {
        ...email,
        ...profileFromClaims(claims),
        issuer: claims.issuer,
        subject: claims.subject,
        username: attempt === 0 && isLongEnough(username) ? username : numberedUsername(username),
      })
      if (made) return made
    } catch (error) {
      // Somebody took the e-mail between the look and the write: look again.
      if (uniqueViolation(error) === undefined) throw error
    }
  }
  throw new Error('No free username was found for a new person.')
}

/** An address belongs to one person at most. Who comes second has none here. */
async function findClaimedEmail(db: Db, claims: Claims) {
  const none = { email: null, emailVerified: false }
  const email = claims.email?.toLowerCase()
  if (!email || email.includes('\0')) return none
  if (claims.emailVerified) await releaseUnverifiedEmail(db, email, claims)
  if (await isEmailTaken(db, email, claims)) return none
  return { email, emailVerified: claims.emailVerified }
}

function profileFromClaims({ name, givenName, familyName, picture }: Claims) {
  return {
    displayName: truncate(name, limits.displayName),
    firstName: truncate(givenName, limits.firstName),
    lastName: truncate(familyName, limits.lastName),
    profileImageUrl: picture !== undefined && isHttpUrl(picture) ? picture : null,
  }
}

function truncate(said: string | undefined, most: number): string | null {
  return said?.replaceAll('\0', '').trim().slice(0, most) || null
}
