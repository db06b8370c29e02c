import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { release, tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { expect, vi } from 'vitest'
import type { ObjectsConfig } from '#server/config.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { needsInstalled, standIn } from './needs.ts'

export type TestS3 = {
  config: Extract<ObjectsConfig, { kind: 's3' }>
}

/** Options of a test or `describe` that needs it. */
export const withS3 = (s3: TestS3 | undefined) =>
  needsInstalled(s3, 'there is no S3 server to test with')

/** The stores on which tests of both kinds run. */
export function diskAnd(s3: TestS3 | undefined): readonly ('disk' | 's3')[] {
  standIn('the same on S3', withS3(s3))
  return s3 ? ['disk', 's3'] : ['disk']
}

/** The store settings of a server; with another endpoint if a proxy is in between. */
export const settingsOf = (
  { bucket, region, endpoint, credentials }: TestS3['config'],
  reachedAt = endpoint ?? '',
): Record<string, string> => ({
  S3_BUCKET: bucket,
  S3_ENDPOINT: reachedAt.replace(/\/$/, ''),
  S3_REGION: region,
  S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
  S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
  S3_FORCE_PATH_STYLE: 'true',
})

type Server = ChildProcessByStdio<Writable, Readable, Readable>

const script = path.resolve(import.meta.dirname, '../../scripts/s3-server.sh')
/** The exit code of the script if the server is not installed and cannot be. */
const notInstallable = 69

/** Removes the folder when the server has exited. */
const runAndRemove = 'bash "$0" "$1"; code=$?; rm -rf "$1"; exit $code'

let running: Promise<string | undefined> | undefined

/**
 * An empty bucket on a real S3 server, which the test files of a worker share: starting one takes 1.3 s of CPU time.
 * Undefined if it is not available.
 */
export async function startTestS3(): Promise<TestS3 | undefined> {
  running ??= startServer()
  const endpoint = await running
  return endpoint === undefined ? undefined : { config: await makeBucket(endpoint) }
}

/**
 * With the other temporary files in memory, where it does not wait for a disk: Swift takes a third of the time there. It
 * needs extended attributes, which tmpfs has since Linux 6.6.
 */
function parentFolder(): string {
  const [major = 0, minor = 0] = release().split('.').map(Number)
  const hasAttributes = major > 6 || (major === 6 && minor >= 6)
  return hasAttributes || !existsSync('/var/tmp') ? tmpdir() : '/var/tmp'
}

/** The server exits when its standard input closes, at the latest with this process, which does not wait for it. */
async function startServer(): Promise<string | undefined> {
  const directory = await mkdtemp(path.join(parentFolder(), 's3-for-tests-'))
  const server = spawn('bash', ['-c', runAndRemove, script, directory], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const endpoint = await whenReady(server)
  server.unref()
  for (const stream of [server.stdin, server.stdout, server.stderr]) (stream as Socket).unref()
  return endpoint
}

/** Signs in to the S3 test server's own API. */
async function openAccount(endpoint = '') {
  const owner = { 'x-storage-user': 'test:tester', 'x-storage-pass': 'testing' }
  const session = await fetch(new URL('/auth/v1.0', endpoint), { headers: owner })
  const token = session.headers.get('x-storage-token') ?? ''
  return { account: session.headers.get('x-storage-url'), token }
}

/** A base URL under which everybody can read every file of the bucket, as under that of a CDN. */
export async function makePublicUrl({ bucket, endpoint }: TestS3['config']): Promise<string> {
  const { account, token } = await openAccount(endpoint)
  const headers = { 'x-auth-token': token, 'x-container-read': '.r:*' }
  const { ok } = await fetch(`${account}/${bucket}`, { method: 'POST', headers })
  if (!ok) throw new Error('The S3 test server did not take the access list.')
  return `${account}/${bucket}`
}

/** A second key that may write to the bucket of the S3 test server, and not read. Set through its own API. */
export async function startWriteOnlyKey({ bucket, endpoint }: TestS3['config']) {
  const { account, token } = await openAccount(endpoint)
  const headers = { 'x-auth-token': token, 'x-container-write': 'test:uploader' }
  // Swift stores the parts of files in a second container, and looks there for their upload.
  const segments = { ...headers, 'x-container-read': 'test:uploader' }
  await fetch(`${account}/${bucket}+segments`, { method: 'PUT', headers: segments })
  const { ok } = await fetch(`${account}/${bucket}`, { method: 'POST', headers })
  if (!ok) throw new Error('The S3 test server did not take the access list.')
  return { accessKeyId: 'test:uploader', secretAccessKey: 'uploading' }
}

async function whenReady(server: Server): Promise<string | undefined> {
  const errorOutput = text(server.stderr)
  const ended = once(server, 'exit').catch(() => [notInstallable])
  for await (const line of createInterface(server.stdout)) {
    const endpoint = /^ready (http:\S+)$/.exec(line)?.[1]
    if (endpoint) return endpoint
  }
  const [code] = await ended
  const reason = (await errorOutput).trim() || 'It is a bash script, and there is no bash.'
  if (code !== notInstallable) throw new Error(`The S3 test server did not start. ${reason}`)
  console.log(`The S3 tests did not run. ${reason.split('\n').at(-1)}`)
  return undefined
}

async function makeBucket(endpoint: string): Promise<TestS3['config']> {
  const config = {
    kind: 's3' as const,
    bucket: `test-${randomBytes(8).toString('hex')}`,
    region: 'us-east-1',
    endpoint,
    credentials: { accessKeyId: 'test:tester', secretAccessKey: 'testing' },
    forcePathStyle: true,
    publicUrl: undefined,
  }
  const client = new S3Client(config)
  await client.send(new CreateBucketCommand({ Bucket: config.bucket }))
  client.destroy()
  return config
}

const direct = { expiresInSeconds: 60, file: { size: 1, contentType: 'audio/mpeg' } }

/** A busy test server may fail the probe for direct uploads, which is repeated after some seconds. */
export async function waitForDirectUploads(store: ObjectStore): Promise<ObjectStore> {
  await vi.waitFor(
    async () => {
      const url = await store.presignedUploadUrl('uploads/x', direct)
      expect(url).toContain('X-Amz-Signature=')
    },
    { timeout: 60_000, interval: 500 },
  )
  return store
}
