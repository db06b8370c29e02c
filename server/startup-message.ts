import { existsSync } from 'node:fs'
import path from 'node:path'
import { paths } from '#contract/paths.ts'
import {
  type AdministratorOutcome,
  createOtherAdministrators,
  ensureAdministrator,
} from '#server/modules/accounts/administrator.ts'
import { administratorEmails } from '#server/modules/accounts/provider/create-identity.ts'
import { isCommonPassword } from '#server/modules/accounts/sign-in/common-passwords.ts'
import { createPasswordHasher } from '#server/modules/accounts/sign-in/passwords.ts'
import type { Config, SiteInfo } from './config.ts'
import { withLongRunningConnection } from './platform/postgres/long-running-connection.ts'
import type { Postgres } from './platform/postgres/open.ts'

/** Printed once the server listens: its URL, the dashboard's, and how to sign in as administrator. */
export function startupMessage(
  { brandName, publicUrl, isTrial = false }: SiteInfo & { isTrial?: boolean },
  administrator: string,
): string {
  return [
    '',
    `${brandName} is ready: ${publicUrl}`,
    `Dashboard: ${publicUrl}${paths.admin}`,
    ...(administrator ? [administrator] : []),
    ...(isTrial
      ? ['This is a trial of a backup: nothing is sent, and nothing of the live site is used.']
      : []),
    '',
  ].join('\n')
}

/** Creates the built-in administrator account if it is missing, and returns how to sign in. */
export async function prepareAdministrator(
  { identity, admins, dataDir }: Config,
  { url }: Postgres,
): Promise<string> {
  const [email, ...others] = administratorEmails(identity, admins.emails)
  if (identity.kind === 'external')
    return email || admins.userIds.length > 0
      ? `Administrators sign in through ${identity.issuer}.`
      : 'There is no administrator yet: set ADMIN_EMAILS.'
  if (!email) return ''
  const passwordFile = path.join(dataDir, 'admin-password.txt')
  // Not from the pool: waiting for another server that creates the account can exceed the timeout of its statements.
  const { outcome, created } = await withLongRunningConnection(url, async (db) => {
    const passwordHasher = createPasswordHasher()
    const first = { email, password: admins.password, passwordFile }
    const outcome = await ensureAdministrator(db, passwordHasher, first)
    return { outcome, created: await createOtherAdministrators(db, passwordHasher, others) }
  })
  const first = administratorMessage(outcome, {
    email,
    hasConfiguredPassword: admins.password !== undefined,
    isPasswordCommon: await appliesCommonPassword(outcome, admins.password),
    passwordFile: existsSync(passwordFile) ? displayPath(passwordFile, process.cwd()) : undefined,
  })
  const more = created.map(
    (other) =>
      `Administrator: ${other} (set its password with: npm run accounts -- reset-password ${other})`,
  )
  return [first, ...more].join('\n')
}

/** Checked only when ADMIN_PASSWORD is applied: the dictionary takes time to load. */
async function appliesCommonPassword({ kind }: AdministratorOutcome, password: string | undefined) {
  const isApplied = kind === 'created' || kind === 'password-changed'
  return password !== undefined && isApplied && (await isCommonPassword(password))
}

export function administratorMessage(
  outcome: AdministratorOutcome,
  account: {
    email: string
    hasConfiguredPassword: boolean
    isPasswordCommon: boolean
    /** Undefined if there is none. */
    passwordFile: string | undefined
  },
): string {
  const { email, hasConfiguredPassword, isPasswordCommon, passwordFile } = account
  if (outcome.kind === 'address-not-verified')
    return `Administrator: none. ${email} was registered through the sign-up form, so it does not become administrator: set ADMIN_EMAILS to another address.`
  if (outcome.kind === 'has-other-password')
    return `Administrator: ${email} (its password was changed after ADMIN_PASSWORD had been applied)`
  if (isPasswordCommon)
    return `Administrator: ${email} with the password in ADMIN_PASSWORD, which is too common: set another one and restart.`
  if (hasConfiguredPassword) return `Administrator: ${email} with the password in ADMIN_PASSWORD`
  if (outcome.kind === 'created' && outcome.generatedPassword)
    return `Administrator: ${email} with the password ${outcome.generatedPassword} (shown once; saved in ${passwordFile})`
  return passwordFile
    ? `Administrator: ${email} (the initial password is saved in ${passwordFile})`
    : `Administrator: ${email} (to set a password: npm run accounts -- reset-password ${email})`
}

/** A path as it is typed in a shell: `./data/x` inside the current folder, absolute outside of it. */
export function displayPath(file: string, currentFolder: string): string {
  const relative = path.relative(currentFolder, file)
  const isOutside = relative.split(path.sep)[0] === '..' || path.isAbsolute(relative)
  return isOutside ? path.resolve(currentFolder, file) : `.${path.sep}${relative}`
}
