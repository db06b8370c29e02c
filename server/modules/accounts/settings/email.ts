import { conflict, forbidden } from '#server/errors.ts'
import { uniqueViolation } from '#server/platform/postgres/error-codes.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import {
  type Account,
  findAccountByEmail,
  findAccountById,
  updateAccountEmail,
} from '../repository.ts'
import { syncUserEmail } from '../sign-in/identities.ts'
import { changePassword } from './change-password.ts'
import {
  consumeLinkToken,
  endLinks,
  findLink,
  type LinkKind,
  type LinkToken,
} from './link-tokens-repository.ts'
import type { SendLimited } from './mails.ts'

/** With mail, the new address must be verified first. Without mail, it changes at once and is not verified. */
export async function changeEmail(
  db: Db,
  sendMail: SendLimited | undefined,
  account: Account,
  typed: string,
) {
  const email = typed.toLowerCase()
  if (email === account.email.toLowerCase()) {
    await updateAccountEmail(db, account.id, { pendingEmail: null })
    return
  }
  if (sendMail) {
    await updateAccountEmail(db, account.id, { pendingEmail: email })
    await sendMail({ kind: 'change-email', to: email, accountId: account.id })
    return
  }
  const isFree = await falseIfTaken(() =>
    db.transaction((tx) => updateEmail(tx, account.id, { email, emailVerified: false })),
  )
  if (!isFree) throw conflict('This email address is already in use.')
}

async function updateEmail(
  tx: Db,
  accountId: string,
  update: { email: string; emailVerified: boolean },
) {
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
export async function verifyEmail(
  db: Db,
  sendMail: SendLimited | undefined,
  token: string,
): Promise<boolean> {
  let used: { kind: LinkKind; former: Account } | undefined
  const isFree = await falseIfTaken(() =>
    db.transaction(async (tx) => {
      const link = await consumeLinkToken(tx, emailLinks, token)
      const account = link && (await findAccountById(tx, link.accountId, 'no key update'))
      if (!account || !isCurrent(link, account)) return
      await updateEmail(tx, account.id, { email: link.email, emailVerified: true })
      used = { kind: link.kind, former: account }
    }),
  )
  if (!isFree || !used) return false
  // An address that was never verified may be a stranger's.
  if (used.kind === 'change-email' && used.former.emailVerified)
    await sendMail?.({ kind: 'email-changed', to: used.former.email })
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

const resetLinks: readonly LinkKind[] = ['reset-password']

/** The account whose password the link sets. */
export async function findResetAccount(db: Db, token: string): Promise<Account | undefined> {
  const link = await findLink(db, resetLinks, token)
  return link && findAccountById(db, link.accountId)
}

/** Sets a new password with a link and ends all sessions. A mailed link also proves the address. */
export async function resetPassword(db: Db, token: string, passwordHash: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const link = await consumeLinkToken(tx, resetLinks, token)
    if (!link) return false
    await changePassword(tx, link.accountId, { passwordHash })
    const account = await findAccountById(tx, link.accountId)
    if (account && link.email === account.email) {
      await updateAccountEmail(tx, account.id, { emailVerified: true })
      await syncUserEmail(tx, { ...account, emailVerified: true })
    }
    return true
  })
}

/** The same work for every address, so that the response does not reveal whether it has an account. */
export async function requestReset(db: Db, sendMail: SendLimited, email: string): Promise<void> {
  const account = await findAccountByEmail(db, email)
  await sendMail({ kind: 'reset-password', to: email, accountId: account?.id ?? null })
}

/** Only accounts that were created while mail was configured have to verify their address. */
export const isVerificationRequired = (account: Account | undefined, hasMail: boolean): boolean =>
  hasMail && account?.verificationRequired === true && !account.emailVerified

export const verifyFirst = () => forbidden('Please verify your email first.')
