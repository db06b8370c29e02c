import { parseArgs } from 'node:util'
import { type Config, environment, readConfig } from '#server/config.ts'
import { assertCurrentSchema } from '#server/database/migrate.ts'
import { StartupError } from '#server/errors.ts'
import { changePassword } from '#server/modules/auth/change-password.ts'
import { signOutAllUsers, signOutByEmail } from '#server/modules/auth/sign-out.ts'
import { findAccountId } from '#server/platform/identity/built-in/accounts.ts'
import { generatePassword } from '#server/platform/identity/built-in/administrator.ts'
import { createPasswordHasher } from '#server/platform/identity/built-in/passwords.ts'
import { withLongRunningConnection } from '#server/platform/postgres/long-running-connection.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { openDatabase, runCommand } from './site-command.ts'

const usage =
  'name a command: npm run accounts -- sign-out --all, npm run accounts -- sign-out EMAIL, or npm run accounts -- reset-password EMAIL'

/** `npm run accounts`: ends sessions and resets passwords, whether the server is running or not. */
await runCommand('Nothing was changed', async (onExit) => {
  const command = readCommand()
  const config = readConfig(environment())
  if (command.name === 'reset-password') assertBuiltInProvider(config)
  const { url } = await openDatabase(config, onExit)
  await withLongRunningConnection(url, async (db) => {
    await assertCurrentSchema(db)
    if (command.name === 'reset-password') await resetPassword(db, command.email)
    else await signOut(db, command.email, config)
  })
  return { ok: true }
})

type Command =
  | { name: 'sign-out'; email: string | undefined }
  | { name: 'reset-password'; email: string }

function readCommand(): Command {
  const { positionals, all } = readArguments()
  const [name, email, ...others] = positionals
  if (others.length > 0) throw new StartupError(usage)
  if (name === 'sign-out' && all !== (email !== undefined)) return { name, email }
  if (name === 'reset-password' && email !== undefined && !all) return { name, email }
  throw new StartupError(usage)
}

function readArguments() {
  try {
    const options = { all: { type: 'boolean', default: false } } as const
    const { positionals, values } = parseArgs({ options, allowPositionals: true })
    return { positionals, ...values }
  } catch (error) {
    throw new StartupError(usage, { cause: error })
  }
}

function assertBuiltInProvider({ identity }: Config) {
  if (identity.kind === 'external')
    throw new StartupError(
      `the passwords of this site are those of the identity provider ${identity.issuer}: reset them there.`,
    )
}

async function signOut(db: Db, email: string | undefined, { identity }: Config) {
  const ended = email === undefined ? await signOutAllUsers(db) : await signOutByEmail(db, email)
  if (ended === undefined) throw unknownEmail(email)
  const sessions = ended === 1 ? '1 session' : `${ended} sessions`
  const who = email === undefined ? 'All users are' : `${email} is`
  console.log(`${who} signed out: ${sessions} ended.`)
  if (identity.kind === 'external')
    console.log(
      `The identity provider ${identity.issuer} has sessions of its own: end them there too, or the next sign-in may not ask for a password.`,
    )
}

async function resetPassword(db: Db, email: string) {
  const accountId = await findAccountId(db, email)
  if (accountId === undefined) throw unknownEmail(email)
  const password = generatePassword()
  const passwordHash = await createPasswordHasher().hash(password)
  await changePassword(db, accountId, { passwordHash })
  console.log(`${email} is signed out everywhere and has the new password ${password}`)
}

function unknownEmail(email = '') {
  return new StartupError(`there is no account with the email address ${email}.`)
}
