import { expect, onTestFinished } from 'vitest'
import type { Db } from '#server/platform/postgres/open.ts'
import { startAuthServer } from './auth-server.ts'
import { startMisbehavingProvider } from './misbehaving-provider.ts'

const clientSecret = 'a-client-secret-that-stays-secret'

/** Settings for an external provider. */
export const externalProvider = (issuer: string) =>
  ({ kind: 'external', issuer, clientId: 'soundpost', clientSecret }) as const

/** A misbehaving provider that is closed at the end of the test. */
export async function startProvider(options: Parameters<typeof startMisbehavingProvider>[0] = {}) {
  const provider = await startMisbehavingProvider(options)
  onTestFinished(async () => void (await provider.close()))
  return provider
}

/** A server with an external provider that is closed at the end of the test. */
export async function startWithProvider(
  db: Db,
  issuer: string,
  administratorEmails: string[] = [],
) {
  const server = await startAuthServer({
    db,
    identity: externalProvider(issuer),
    administrators: { emails: administratorEmails, userIds: [] },
  })
  onTestFinished(() => server.close())
  const loggedErrors = () =>
    server.loggedErrors.map((line) => (JSON.parse(line) as { msg: string }).msg)
  return { server, browser: server.browser(), loggedErrors }
}

/** A sign-in shows the page for visitors, and the log has the sentence and no details. */
export async function expectSignInProblem(db: Db, issuer: string, sentence: RegExp) {
  const { browser, loggedErrors, server } = await startWithProvider(db, issuer)
  const page = await browser.open('/api/login')
  expect(page.status).toBe(503)
  expect(page.text).toContain(
    'Sign-in is not available right now. Please try again later. The administrator can find the reason in the server log.',
  )
  expect(page.text).not.toMatch(/OIDC_|NODE_|localhost|certificate/)
  expect(loggedErrors()).toEqual([expect.stringMatching(sentence)])
  expect(server.loggedErrors.join()).not.toContain(clientSecret)
  expect(server.loggedErrors.join()).not.toContain('stack')
}
