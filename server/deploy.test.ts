import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, Service } from 'kubernetes-models/v1'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { projectFolder, readConfig } from './config.ts'
import { settings as known } from './settings.ts'

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
