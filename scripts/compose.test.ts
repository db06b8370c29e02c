import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { parseEnv } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '#server/config.ts'

const deploy = path.join(import.meta.dirname, '../deploy')
const read = (file: string) => readFileSync(path.join(deploy, file), 'utf8')

type Environment = Record<string, string>
type Service = { environment?: Environment; container_name?: string; volumes?: string[] }

const env = `SITE_HOST=music.example.org
PUBLIC_URL=http://music.example.org
SESSION_SECRET=${'s'.repeat(64)}
DATABASE_PASSWORD=${'d'.repeat(64)}
S3_SECRET_ACCESS_KEY=${'a'.repeat(64)}
ADMIN_EMAILS=you@example.org
S3_ROOT_SECRET_KEY=${'r'.repeat(64)}
S3_UPLOAD_SECRET_ACCESS_KEY=${'u'.repeat(64)}
ADMIN_PASSWORD=a password for tests
`

/** As docker compose and podman-compose both do it: the latter knows neither nested nor empty defaults. */
function compose(envFile: string): Record<string, Service> {
  const variables = parseEnv(envFile)
  const pattern = /\$\{(\w+)(?::-([^}$]+)|:\?([^}$]+))?\}/g
  const substituted = read('compose.yaml').replace(pattern, (_, name, fallback, message) => {
    const value = variables[name]
    if (message && !value) throw new Error(`${name} ${message}`)
    return value || (fallback ?? '')
  })
  expect(substituted).not.toContain('$')
  const { services } = parse(substituted, { merge: true }) as { services: Record<string, Service> }
  return services
}

function environmentOf(services: Record<string, Service>, name: string): Environment {
  const entries = Object.entries(services[name]?.environment ?? {})
  return Object.fromEntries(entries.map(([key, value]) => [key, String(value ?? '')]))
}

test('compose: with all settings of deploy/env.example the second key is used', () => {
  const named = Object.keys(parseEnv(read('env.example')))
  expect(named.toSorted()).toEqual(Object.keys(parseEnv(env)).toSorted())
  const config = readConfig(environmentOf(compose(env), 'soundpost-2'))
  expect(config.objects).toMatchObject({ uploadCredentials: { accessKeyId: 'soundpost-upload' } })
})

test.each([
  ['', 'backups'],
  ['BACKUPS=/srv/soundpost-backups\n', '/srv/soundpost-backups'],
])(
  'compose: with %o backups are written to %s, which belongs to the account of the server',
  (setting, to) => {
    expect(compose(setting + env)['soundpost-1']?.volumes).toEqual([`${to}:/backups`])
    expect(read('Dockerfile')).toMatch(/^RUN install -d -o node .* \/backups$/m)
  },
)

test('compose: a setting that is needed and missing is named', () => {
  expect(() => compose(env.replace(/^SESSION_SECRET.*\n/m, ''))).toThrow(
    'SESSION_SECRET is not set in deploy/.env',
  )
})

/** Runs the script with a gateway that writes down how it is called, and ends. */
function runStore(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const gateway = path.join(folder, 'versitygw')
  const calls = path.join(folder, 'calls')
  writeFileSync(gateway, `#!/bin/sh\necho "$ROOT_SECRET_KEY $*" >>'${calls}'\n`, { mode: 0o755 })
  const script = read('store.sh')
    .replaceAll('/app/versitygw', gateway)
    .replaceAll('/data', `${folder}/data`)
  const environment = { ...environmentOf(compose(env), 'store'), PATH: process.env['PATH'] }
  const { status } = spawnSync('sh', ['-c', script], { env: environment })
  expect(status).toBe(0)
  return readFileSync(calls, 'utf8')
}

test('the store has three secrets', () => {
  const calls = runStore()
  expect(calls).toMatch(/^r{64} --iam-dir/m)
  expect(calls).toMatch(/--access soundpost --secret a{64} /)
  expect(calls).toMatch(/--access soundpost-upload --secret u{64} /)
})

test('deploy/store-setup.mjs sets the policy of the bucket', async () => {
  const policies: string[] = []
  const store = createServer(async (request, response) => {
    policies.push(`${request.method} ${request.url} ${await text(request)}`)
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(store, 'listening')
  onTestFinished(() => void store.close())
  const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`
  const setup = spawn(process.execPath, [path.join(deploy, 'store-setup.mjs')], {
    env: { ...environmentOf(compose(env), 'store-setup'), S3_ENDPOINT: endpoint },
    stdio: 'ignore',
  })
  onTestFinished(() => void setup.kill())
  expect(await once(setup, 'exit')).toEqual([0, null])
  expect(policies).toEqual([expect.stringMatching(/^PUT \/files\/\?policy.*soundpost-upload/)])
})
