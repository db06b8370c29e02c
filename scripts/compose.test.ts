import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { parseEnv } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '#server/config.ts'

const deploy = path.join(import.meta.dirname, '../deploy')
const read = (file: string) => readFileSync(path.join(deploy, file), 'utf8')

type Environment = Record<string, string>
type Service = { environment?: Environment; container_name?: string }

/** All that deploy/env.example of the first version had for compose. */
const oldEnv = `SITE_HOST=music.example.org
PUBLIC_URL=http://music.example.org
SESSION_SECRET=${'s'.repeat(64)}
DATABASE_PASSWORD=${'d'.repeat(64)}
S3_SECRET_ACCESS_KEY=${'a'.repeat(64)}
ADMIN_EMAILS=you@example.org
ADMIN_PASSWORD=a password for tests
`
const newEnv = `${oldEnv}S3_ROOT_SECRET_KEY=${'r'.repeat(64)}\nS3_UPLOAD_SECRET_ACCESS_KEY=${'u'.repeat(64)}\n`

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

it('compose: the settings of an older deploy/.env are enough, and the log of a server says what to add', () => {
  const services = compose(oldEnv)
  const config = readConfig(environmentOf(services, 'soundpost-1'))
  expect(config).toMatchObject({
    publicUrl: 'http://music.example.org',
    objects: { credentials: { accessKeyId: 'soundpost' }, uploadCredentials: undefined },
  })
  expect(config.warnings).toEqual([
    expect.stringMatching(/^S3_UPLOAD_SECRET_ACCESS_KEY is not set.*deploy\/\.env/),
  ])
})

it('compose: with all settings of deploy/env.example the second key is used, without a warning', () => {
  const named = Object.keys(parseEnv(read('env.example')))
  expect(named.toSorted()).toEqual(Object.keys(parseEnv(newEnv)).toSorted())
  const config = readConfig(environmentOf(compose(newEnv), 'soundpost-2'))
  expect(config.objects).toMatchObject({ uploadCredentials: { accessKeyId: 'soundpost-upload' } })
  expect(config.warnings).toEqual([])
})

it('compose: a setting that is needed and missing is named', () => {
  expect(() => compose(oldEnv.replace(/^SESSION_SECRET.*\n/m, ''))).toThrow(
    'SESSION_SECRET is not set in deploy/.env',
  )
})

/** Runs the script with a gateway that writes down how it is called, and ends. */
function runStore(envFile: string): { calls: string; warnings: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const gateway = path.join(folder, 'versitygw')
  const calls = path.join(folder, 'calls')
  writeFileSync(gateway, `#!/bin/sh\necho "$ROOT_SECRET_KEY $*" >>'${calls}'\n`, { mode: 0o755 })
  const script = read('store.sh')
    .replaceAll('/app/versitygw', gateway)
    .replaceAll('/data', `${folder}/data`)
  const env = { ...environmentOf(compose(envFile), 'store'), PATH: process.env['PATH'] }
  const { status, stderr } = spawnSync('sh', ['-c', script], { env, encoding: 'utf8' })
  expect(status).toBe(0)
  return { calls: readFileSync(calls, 'utf8'), warnings: stderr }
}

it('the store of an older deploy/.env starts with the key that the site has, and says what to add', () => {
  const { calls, warnings } = runStore(oldEnv)
  expect(calls).toMatch(/^a{64} --iam-dir/m)
  expect(calls).toMatch(/--access soundpost --secret a{64} /)
  expect(calls).toMatch(/--access soundpost-upload --secret a{64} /)
  expect(warnings).toContain('deploy/.env has no S3_ROOT_SECRET_KEY: ')
  expect(warnings).toContain('deploy/.env has no S3_UPLOAD_SECRET_ACCESS_KEY: ')
})

it('the store has three secrets if deploy/.env has them', () => {
  const { calls, warnings } = runStore(newEnv)
  expect(calls).toMatch(/^r{64} --iam-dir/m)
  expect(calls).toMatch(/--access soundpost --secret a{64} /)
  expect(calls).toMatch(/--access soundpost-upload --secret u{64} /)
  expect(warnings).toBe('')
})

it.each([
  ['an older', oldEnv],
  ['a complete', newEnv],
])('deploy/store-setup.mjs sets the policy of the bucket with %s deploy/.env', async (_, file) => {
  const policies: string[] = []
  const store = createServer(async (request, response) => {
    policies.push(`${request.method} ${request.url} ${await text(request)}`)
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(store, 'listening')
  onTestFinished(() => void store.close())
  const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`
  const setup = spawn(process.execPath, [path.join(deploy, 'store-setup.mjs')], {
    env: { ...environmentOf(compose(file), 'store-setup'), S3_ENDPOINT: endpoint },
    stdio: 'ignore',
  })
  onTestFinished(() => void setup.kill())
  expect(await once(setup, 'exit')).toEqual([0, null])
  expect(policies).toEqual([expect.stringMatching(/^PUT \/files\/\?policy.*soundpost-upload/)])
})
