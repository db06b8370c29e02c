import { randomUUID } from 'node:crypto'
import { ensureAdministrator } from '#server/modules/accounts/administrator.ts'
import { createPasswordHasher } from '#server/modules/accounts/sign-in/passwords.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { type Browser, createBrowser, type Page } from './browser.ts'

export type Account = { email: string; password: string; displayName: string }

export function randomAccount(overrides: Partial<Account> = {}): Account {
  const name = `ines-${randomUUID().slice(0, 8)}`
  return {
    email: `${name}@example.org`,
    password: 'correct horse battery',
    displayName: 'Ines Calder',
    ...overrides,
  }
}

/** Creates an account through the form of the built-in provider and returns the signed-in browser. */
export async function createAccount(target: string | Browser, account: Account): Promise<Browser> {
  const browser = typeof target === 'string' ? createBrowser(target) : target
  const form = await browser.open('/api/login?prompt=create')
  const page = await browser.submit(form, account)
  // With mail, the form says the same whether or not the address has an account.
  if (page.text.includes('<h1>Check your mail</h1>')) return signIn(browser, account)
  mustBeSignedIn(browser, page)
  return browser
}

/** Signs in through the form of the built-in provider. */
export async function signIn(
  target: string | Browser,
  { email, password }: Pick<Account, 'email' | 'password'>,
): Promise<Browser> {
  const browser = typeof target === 'string' ? createBrowser(target) : target
  const form = await browser.open('/api/login')
  mustBeSignedIn(browser, await browser.submit(form, { email, password }))
  return browser
}

export const administrator = { email: 'admin@localhost', password: 'a password for tests' }

/**
 * The administrator's account as an earlier start left it, so that the next start need not create it: the hash of
 * a password takes 0.3 s of CPU time, and this one almost none.
 */
export async function insertAdministrator(db: Db): Promise<void> {
  const passwordHasher = createPasswordHasher({ log2N: 8, r: 8, p: 1 })
  await ensureAdministrator(db, passwordHasher, { ...administrator, passwordFile: '' })
}

function mustBeSignedIn(browser: Browser, page: Page) {
  if (browser.cookie('sid') || browser.cookie('__Host-sid')) return
  throw new Error(`Signing in ended at ${page.url} with ${page.status}: ${page.text}`)
}
