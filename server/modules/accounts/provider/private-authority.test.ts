import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { doctor } from '#server/cli/doctor.ts'
import { projectFolder } from '#server/config.ts'
import { createBrowser } from '#server/testing/browser.ts'
import { createAuthority } from '#server/testing/certificates.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import { startMisbehavingProvider } from '#server/testing/misbehaving-provider.ts'
import { runInProcess, runScript } from '#server/testing/run-script.ts'
import { dataFolder, quickStart, startServerProcess } from '#server/testing/server-process.ts'

const authority = createAuthority('Private Authority')

function authorityFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'authority-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'authority.pem')
  writeFileSync(file, authority.own.cert)
  return file
}

async function startProvider(certificate: { host: string; notAfter?: Date }) {
  const tls = authority.issue({ name: 'provider', ...certificate })
  const provider = await startMisbehavingProvider({ tls })
  onTestFinished(async () => void (await provider.close()))
  return provider
}

test('private certificate authority: with NODE_EXTRA_CA_CERTS only valid certificates are accepted', async () => {
  const [valid, expired, other] = await Promise.all([
    startProvider({ host: 'localhost' }),
    startProvider({ host: 'localhost', notAfter: new Date(Date.now() - 60_000) }),
    startProvider({ host: 'elsewhere.example' }),
  ])
  const script = path.join(projectFolder, 'server/testing/scripts/check-providers.ts')
  // Node reads NODE_EXTRA_CA_CERTS when it starts, so this needs a process of its own.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...quickStart.options, script, valid.issuer, expired.issuer, other.issuer],
    { env: { ...quickStart.env, NODE_EXTRA_CA_CERTS: authorityFile() } },
  )
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    [],
    [
      `The TLS certificate of the identity provider in OIDC_ISSUER (${expired.issuer}) has expired: renew it at the provider.`,
    ],
    [
      'The TLS certificate of the identity provider is not valid for "localhost": set OIDC_ISSUER to the host name that the certificate is for.',
    ],
  ])
})

test('private certificate authority: start and doctor name NODE_EXTRA_CA_CERTS, and with it all works', async () => {
  const provider = await startProvider({ host: 'localhost' })
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const settings = {
    DATABASE_URL: database.url,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'soundpost',
    OIDC_CLIENT_SECRET: 'secret',
  }
  const unknownAuthority = `The TLS certificate of the identity provider at ${provider.issuer} is signed by an unknown certificate authority: start this server with NODE_EXTRA_CA_CERTS set to the PEM file of that authority (in the environment, not in .env).`
  const folder = dataFolder()

  const untrusting = await startServerProcess(folder, settings)
  await untrusting.ready()
  await expect.poll(untrusting.output).toContain(`Sign-in does not work: ${unknownAuthority}`)
  const diagnosis = await runInProcess(doctor, [], { DATA_DIR: folder, ...settings })
  expect(diagnosis.code).toBe(1)
  expect(diagnosis.output).toContain(unknownAuthority)
  untrusting.signal('SIGTERM')
  await untrusting.exitCode()

  const trust = { NODE_EXTRA_CA_CERTS: authorityFile() }
  const server = await startServerProcess(folder, { ...settings, ...trust })
  await server.ready()
  expect(await runScript('doctor', [], { DATA_DIR: folder, ...settings, ...trust })).toEqual({
    code: 0,
    output: 'No problems found.',
  })
  const browser = createBrowser(server.url)
  const start = await browser.request('/api/login')
  const callback = await redirectOf(start.headers.get('location') ?? '')
  await browser.request(callback)
  expect((await browser.call('GET', '/api/auth/user')).status).toBe(200)
  expect(server.output()).not.toContain('Sign-in does not work')
}, 120_000)

/** Where the provider sends a browser that trusts the authority. */
async function redirectOf(url: string): Promise<string> {
  const request = https.get(url, { ca: authority.own.cert })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.resume()
  return response.headers.location ?? ''
}
