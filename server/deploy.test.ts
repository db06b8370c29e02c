import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, Service } from 'kubernetes-models/v1'
import { expect, onTestFinished, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { projectFolder, readConfig } from './config.ts'
import { settings as known } from './settings.ts'
import { findProgram, needsProgram } from './testing/needs.ts'

type Manifest = { kind: string; data?: Record<string, string> }

const models = { ConfigMap, Deployment, Service, PodDisruptionBudget, Ingress }
const file = path.join(projectFolder, 'deploy/kubernetes/soundpost.yaml')
const manifests = parseAllDocuments(readFileSync(file, 'utf8')).map(
  (document) => document.toJS() as Manifest,
)

test.each(manifests.map((manifest) => [manifest.kind, manifest] as const))(
  'kubernetes: the manifest of the %s is valid',
  (kind, manifest) => {
    const Model = models[kind as keyof typeof models] as new (data: object) => { validate(): void }
    expect(() => new Model(manifest).validate()).not.toThrow()
  },
)

test('kubernetes: a manifest with a misplaced field is invalid', () => {
  const deployment = manifests.find(({ kind }) => kind === 'Deployment')
  const broken = { ...deployment, spec: { replicas: 'two' } } as unknown as object
  expect(() => new Deployment(broken as never).validate()).toThrow()
})

test('kubernetes: the server accepts the settings of the manifest', () => {
  const settings = manifests.find(({ kind }) => kind === 'ConfigMap')?.data ?? {}
  const secrets = {
    SESSION_SECRET: 'x'.repeat(32),
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
    DATABASE_URL: 'postgres://soundpost@db/soundpost',
  }
  expect(readConfig({ ...settings, ...secrets }).shutdownDelay).toBe(15)
  expect(Object.keys(settings).filter((name) => !(name in known.shape))).toEqual([])
})

const unit = readFileSync(path.join(projectFolder, 'deploy/soundpost.service'), 'utf8')
const linesOf = (key: string) =>
  [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)

test('systemd: the server has no settings but those that the commands read, except its port', () => {
  expect(linesOf('EnvironmentFile')).toEqual([])
  expect(linesOf('Environment')).toEqual(['NODE_ENV=production PORT=%i'])
  const [folder] = linesOf('WorkingDirectory')
  expect(unit).toContain(`#   settings in ${folder}/.env `)
  expect(unit).toContain(`cd ${folder} && sudo -u ${linesOf('User')[0]} npm run doctor`)
})

test('systemd: an empty PORT, as of a unit without a port in its name, is that of .env', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(path.join(folder, '.env'), 'PORT=4000\nDATA_DIR=/var/lib/soundpost\n')
  const config = path.join(projectFolder, 'server/config.ts')
  const script = `import { environment, readConfig } from ${JSON.stringify(config)}
    const { port, dataDir } = readConfig(environment()); console.log(port, dataDir)`
  const read = (env: object) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: folder,
      env: { PATH: process.env['PATH'], ...env },
      encoding: 'utf8',
    })
  const [server, command] = [read({ NODE_ENV: 'production', PORT: '' }), read({})]
  expect([server, command]).toEqual(Array(2).fill('4000 /var/lib/soundpost\n'))
})

test.each(['soundpost.service', 'soundpost@.service'])(
  'systemd: it accepts the unit as %s, and the command that it starts exists',
  needsProgram('systemd-analyze'),
  (name) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-unit-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const started = unit.replaceAll('/opt/soundpost', projectFolder)
    writeFileSync(path.join(folder, name), started)
    const instance = path.join(folder, name.replace('@', '@3001'))
    const program = findProgram('systemd-analyze') ?? ''
    const verify = () => spawnSync(program, ['verify', instance], { encoding: 'utf8' })
    expect(verify()).toMatchObject({ status: 0, stderr: '' })
    const script = /^ExecStart=\S+ (\S+)$/m.exec(started)?.[1] ?? ''
    expect(readFileSync(path.join(projectFolder, script), 'utf8')).toContain('main')
    writeFileSync(path.join(folder, name), started.replace('KillMode=mixed', 'KillMode=some'))
    expect(verify().stderr).toContain('kill mode')
  },
)
