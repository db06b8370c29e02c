import { parseArgs } from 'node:util'
import { type Config, readConfig } from '#server/config.ts'
import { assertCurrentSchema } from '#server/database/migrate.ts'
import { StartupError } from '#server/errors.ts'
import { generatePassword } from '#server/modules/accounts/administrator.ts'
import { findAccountByEmail } from '#server/modules/accounts/repository.ts'
import { signOutAllUsers, signOutByEmail } from '#server/modules/accounts/sessions/sessions.ts'
import { changePassword } from '#server/modules/accounts/settings/change-password.ts'
import { createPasswordHasher } from '#server/modules/accounts/sign-in/passwords.ts'
import { withLongRunningConnection } from '#server/platform/postgres/long-running-connection.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { type Command, openDatabase } from './site-command.ts'

const usage =
  'name a command: npm run accounts -- sign-out --all, npm run accounts -- sign-out EMAIL, or npm run accounts -- reset-password EMAIL'

/** `npm run accounts`: ends sessions and resets passwords, whether the server is running or not. */
export const accounts: Command = {
  failurePrefix: 'Nothing was changed',
  async run(context) {
    const { args, env, output } = context
    const action = readAction(args)
    const config = readConfig(env)
    if (action.name === 'reset-password') assertBuiltInProvider(config)
    const { url } = await openDatabase(config, context)
    await withLongRunningConnection(url, async (db) => {
      await assertCurrentSchema(db)
      if (action.name === 'reset-password') output.log(await resetPassword(db, action.email))
      else for (const line of await signOut(db, action.email, config)) output.log(line)
    })
    return { ok: true }
  },
}

type Action =
  | { name: 'sign-out'; email: string | undefined }
  | { name: 'reset-password'; email: string }

function readAction(args: string[]): Action {
  const { positionals, all } = readArguments(args)
  const [name, email, ...others] = positionals
  if (others.length > 0) throw new StartupError(usage)
  if (name === 'sign-out' && all !== (email !== undefined)) return { name, email }
  if (name === 'reset-password' && email !== undefined && !all) return { name, email }
  throw new StartupError(usage)
}

function readArguments(args: string[]) {
  try {
    const options = { all: { type: 'boolean', default: false } } as const
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true })
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
  const lines = [`${who} signed out: ${sessions} ended.`]
  if (identity.kind === 'external')
    lines.push(
      `The identity provider ${identity.issuer} has sessions of its own: end them there too, or the next sign-in may not ask for a password.`,
    )
  return lines
}

async function resetPassword(db: Db, email: string) {
  const account = await findAccountByEmail(db, email)
  if (!account) throw unknownEmail(email)
  const password = generatePassword()
  const passwordHash = await createPasswordHasher().hash(password)
  await changePassword(db, account.id, { passwordHash })
  return `${email} is signed out everywhere and has the new password ${password}`
}

function unknownEmail(email = '') {
  return new StartupError(`there is no account with the email address ${email}.`)
}
