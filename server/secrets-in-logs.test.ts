import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { accounts } from './database/schema.ts'
import { createAccount, randomAccount, signIn } from './testing/accounts.ts'
import { createBrowser } from './testing/browser.ts'
import { setUpTestApp } from './testing/set-up.ts'

const log: string[] = []
let baseUrl: string
const app = setUpTestApp({ log, env: { LOG_LEVEL: 'trace' } })
beforeAll(async () => {
  baseUrl = app.config.publicUrl
})

const refuseRows = (table: string) =>
  app.postgres.pool.query(`alter table ${table} add constraint refuse check (false) not valid`)
const acceptRows = (table: string) =>
  app.postgres.pool.query(`alter table ${table} drop constraint refuse`)

const logged = () => log.join('')

/** Everything that must never be in a log, whatever failed. */
async function expectNoSecrets(words: readonly string[]) {
  const hashes = (await app.postgres.db.select().from(accounts)).map((row) => row.passwordHash)
  for (const secret of [...words, ...hashes]) expect(logged()).not.toContain(secret)
  expect(logged()).not.toMatch(/scrypt\$|eyJ[\w-]{10}|[\w.]+@example\.org/)
}

test.each(['accounts', 'users', 'sessions', 'login_attempts', 'provider_records', 'rate_limits'])(
  'secrets in logs: the log of a sign-up has none if the database refuses rows of %s',
  async (table) => {
    log.splice(0)
    const account = randomAccount({ displayName: 'Ottilie Brandt' })
    await refuseRows(table)
    try {
      await createAccount(createBrowser(baseUrl), account).catch(() => {})
    } finally {
      await acceptRows(table)
    }
    expect(logged()).toContain('"level":50')
    await expectNoSecrets([account.email, account.password, account.displayName, 'Ottilie'])
  },
)

test.each(['accounts', 'sessions', 'provider_records'])(
  'secrets in logs: the log of a sign-in has none if the table %s is gone',
  async (table) => {
    const account = randomAccount()
    await createAccount(createBrowser(baseUrl), account)
    log.splice(0)
    const browser = createBrowser(baseUrl)
    await app.postgres.db.execute(sql.raw(`alter table ${table} rename to gone`))
    try {
      await signIn(browser, account).catch(() => {})
      await browser.open('/api/auth/user')
    } finally {
      await app.postgres.db.execute(sql.raw(`alter table gone rename to ${table}`))
    }
    expect(logged()).toContain('"level":50')
    const cookies = ['sid', 'login', 'provider_form', 'provider_resume']
      .map((name) => browser.cookie(name))
      .filter((value) => value !== undefined)
    await expectNoSecrets([account.email, account.password, ...cookies])
  },
)

test('secrets in logs: a request that is logged has no query', async () => {
  log.splice(0)
  await app.visitor('GET', '/api/callback?code=hunter2&state=hunter2')
  await app.visitor('GET', '/api/search?q=hunter2')
  await expect.poll(logged).toContain('"route":"/api/search"')
  expect(logged()).not.toContain('hunter2')
})
