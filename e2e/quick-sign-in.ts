import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { upsertUserFromClaims } from '#server/modules/auth/identities.ts'
import { startSession } from '#server/modules/auth/sessions.ts'
import { builtInIssuer } from '#server/platform/identity/built-in/accounts.ts'
import { createPasswordHasher } from '#server/platform/identity/built-in/passwords.ts'
import {
  type Account,
  findAccountByEmail,
  insertAccount,
} from '#server/platform/identity/built-in/repository.ts'
import { runEmbeddedServer } from '#server/platform/postgres/embedded-server.ts'
import { connect, type Db, toUrl } from '#server/platform/postgres/open.ts'

/**
 * Sessions for the end-to-end tests whose subject is not signing in: the forms and the password hash take a
 * quarter of a second of the server's CPU time for each user. `account.spec.ts` uses the forms. Accounts are complete: they can sign in later.
 *
 * A server of its own next to the product; browsers send cookies to every port of a host.
 */
export async function startQuickSignIn(port: number, postgresDirectory: string): Promise<void> {
  const { db } = connect(
    toUrl(await runEmbeddedServer(postgresDirectory)),
    () => {},
    async () => {},
  )
  const passwordHash = await createPasswordHasher({ log2N: 8, r: 8, p: 1 }).hash(
    'a long enough secret',
  )

  async function findOrCreateAccount({ email, displayName }: NewUser): Promise<Account> {
    const account = await findAccountByEmail(db, email)
    if (account) return account
    const created = { email, displayName, passwordHash, emailVerified: false }
    return (await insertAccount(db, created)) ?? findOrCreateAccount({ email, displayName })
  }

  async function respond(request: IncomingMessage, response: ServerResponse) {
    if (request.method === 'GET') return response.end('ready')
    const account = await findOrCreateAccount((await json(request)) as NewUser)
    const sid = await startSession(db, await userOf(db, account), '')
    response.setHeader('set-cookie', `sid=${sid}; Path=/; HttpOnly; SameSite=Lax`)
    return response.end()
  }
  createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      response.statusCode = 500
      response.end(String(error))
    })
  }).listen(port)
}

/** An account that exists is signed in, whatever its name. */
type NewUser = { email: string; displayName: string }

const userOf = (db: Db, { id, email, emailVerified, displayName }: Account) =>
  upsertUserFromClaims(db, {
    issuer: builtInIssuer,
    subject: id,
    email,
    emailVerified,
    name: displayName,
  })
