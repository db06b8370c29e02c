import { conflict, forbidden } from '#server/errors.ts'
import { uniqueViolation } from '#server/platform/postgres/error-codes.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import {
  type Account,
  findAccountByEmail,
  findAccountById,
  lockAccountForUpdate,
  updateAccountEmail,
} from '../repository.ts'
import { setPassword } from '../service.ts'
import { endSessionsOfAccount } from '../sessions/sign-out.ts'
import { syncUserEmail } from '../sign-in/identities.ts'
import {
  consumeLinkToken,
  endLinks,
  findLink,
  type LinkKind,
  type LinkToken,
} from './link-tokens.ts'

import type { AccountMailer, MailLimit } from './mails.ts'

type Deps = { db: Db; mailer: AccountMailer | undefined }

/** With mail, the new address must be verified first. Without mail, it changes at once and is not verified. */
export async function changeEmail(
  { db, mailer, mayMail }: Deps & { mayMail: MailLimit },
  account: Account,
  typed: string,
) {
  const email = typed.toLowerCase()
  if (email === account.email.toLowerCase()) {
    await updateAccountEmail(db, account.id, { pendingEmail: null })
    return
  }
  if (mailer) {
    await updateAccountEmail(db, account.id, { pendingEmail: email })
    if (await mayMail(email)) await mailer.enqueue({ kind: 'change-email', accountId: account.id })
    return
  }
  if (!(await setEmail(db, account.id, { email, emailVerified: false }))) throw taken()
}

const taken = () => conflict('This email address is already in use.')

type NewEmail = { email: string; emailVerified: boolean }

/** Returns false if another account has the address. */
const setEmail = (db: Db, accountId: string, update: NewEmail) =>
  falseIfTaken(() => db.transaction((tx) => updateEmail(tx, accountId, update)))

async function updateEmail(tx: Db, accountId: string, update: NewEmail) {
  const account = await updateAccountEmail(tx, accountId, { ...update, pendingEmail: null })
  if (!account) return
  await endLinks(tx, accountId, ['reset-password', 'verify-email', 'change-email'])
  await syncUserEmail(tx, account)
}

/** Returns false if another account has the address. */
async function falseIfTaken(update: () => Promise<void>): Promise<boolean> {
  try {
    await update()
    return true
  } catch (error) {
    if (uniqueViolation(error) === undefined) throw error
    return false
  }
}

const emailLinks: readonly LinkKind[] = ['verify-email', 'change-email']

/** Undefined also if the address that the link verifies is no longer the account's, or the one that it is to get. */
export async function findEmailLink(db: Db, token: string) {
  const link = await findLink(db, emailLinks, token)
  const account = link && (await findAccountById(db, link.accountId))
  if (!account || !isCurrent(link, account)) return undefined
  return { accountId: account.id, displayName: account.displayName, email: link.email }
}

const isCurrent = (link: LinkToken, account: Account): link is LinkToken & { email: string } =>
  link.email !== null &&
  link.email === (link.kind === 'verify-email' ? account.email : account.pendingEmail)

/** Uses a link that was mailed. Returns false if it is not valid any more. */
export async function verifyEmail({ db, mailer }: Deps, token: string): Promise<boolean> {
  let used: { kind: LinkKind; formerEmail: string } | undefined
  const isFree = await falseIfTaken(() =>
    db.transaction(async (tx) => {
      const link = await consumeLinkToken(tx, emailLinks, token)
      const account = link && (await lockAccountForUpdate(tx, link.accountId))
      if (!account || !isCurrent(link, account)) return
      await updateEmail(tx, account.id, { email: link.email, emailVerified: true })
      used = { kind: link.kind, formerEmail: account.email }
    }),
  )
  if (!isFree || !used) return false
  if (used.kind === 'change-email')
    await mailer?.enqueue({ kind: 'email-changed', to: used.formerEmail })
  return true
}

/** Ends a mailed link whose recipient does not know the account. The address stays unverified. */
export async function rejectEmail(db: Db, token: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const link = await consumeLinkToken(tx, emailLinks, token)
    if (link?.kind === 'change-email')
      await updateAccountEmail(tx, link.accountId, { pendingEmail: null })
    return link !== undefined
  })
}

/** Sets a new password with a link and ends all sessions. A mailed link also proves the address. */
export async function resetPassword(
  db: Db,
  token: string,
  passwordHash: string,
): Promise<LinkToken | undefined> {
  return db.transaction(async (tx) => {
    const link = await consumeLinkToken(tx, ['reset-password'], token)
    if (!link) return undefined
    await setPassword(tx, link.accountId, { passwordHash })
    await endSessionsOfAccount(tx, link.accountId)
    const account = await findAccountById(tx, link.accountId)
    if (account && link.email === account.email) {
      await updateAccountEmail(tx, account.id, { emailVerified: true })
      await syncUserEmail(tx, { ...account, emailVerified: true })
    }
    return link
  })
}

/** The same work for every address, so that the response does not reveal whether it has an account. */
export async function requestReset(db: Db, mailer: AccountMailer, email: string): Promise<void> {
  const account = await findAccountByEmail(db, email)
  await mailer.enqueue({ kind: 'reset-password', accountId: account?.id ?? null })
}

/** Only accounts that were created while mail was configured have to verify their address. */
export const isVerificationRequired = (account: Account | undefined, hasMail: boolean): boolean =>
  hasMail && account?.verificationRequired === true && !account.emailVerified

export const verifyFirst = () => forbidden('Please verify your email first.')
