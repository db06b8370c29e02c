import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { type DeclaredFile, StoreUnavailable } from './object-store.ts'
import { abortMultipart, createMultipart, listAllParts, signPart } from './s3-multipart.ts'
import { type Bucket, deleteObject, getObject, putObject } from './s3-objects.ts'
import { withStoreTimeout } from './s3-requests.ts'

/**
 * Whether browsers may PUT to the store itself. `copies`: with an additional header, the store copies another object
 * to the presigned URL, so that anyone with the URL can read everything that its key can read.
 */
export type DirectUploads = 'safe' | 'copies' | 'rejected'

/** Signs the length and the type: the store accepts no other file. Any `x-amz-*` header would need to be signed too. */
export function signUpload(
  bucket: Bucket,
  key: string,
  { size, contentType }: DeclaredFile,
  expiresIn: number,
): Promise<string> {
  const command = new PutObjectCommand({
    Bucket: bucket.name,
    Key: key,
    ContentLength: size,
    ContentType: contentType,
  })
  const signableHeaders = new Set(['host', 'content-length', 'content-type'])
  return withStoreTimeout(() =>
    getSignedUrl(bucket.client, command, { expiresIn, signableHeaders }),
  )
}

/**
 * The headers with which S3, and stores that also have another API, copy an object instead of storing the body. Some
 * expect a slash before the source, some do not.
 */
const copyHeaders = (source: string) => [
  { 'x-amz-copy-source': `/${source}` },
  { 'x-amz-copy-source': source },
  { 'x-goog-copy-source': source },
  { 'x-oss-copy-source': `/${source}` },
  { 'x-copy-from': `/${source}` },
]

const timeoutMs = 4000
const sent = Buffer.from('This is what was sent.')

/**
 * Tries to copy an object through presigned URLs, as an attacker would. A URL cannot forbid additional headers: the
 * store has to reject those that are not signed, or the key must not be able to read. Throws if the store fails.
 */
export async function probeDirectUploads(own: Bucket, uploads: Bucket): Promise<DirectUploads> {
  // Removed with other stale uploads if the server is killed in between.
  const prefix = `uploads/probe-${randomUUID()}`
  const secret = Buffer.from(randomUUID())
  const targets = copyHeaders(`${own.name}/${prefix}`).map((headers, index) => ({
    headers,
    key: `${prefix}-copy-${index}`,
  }))
  const plain = `${prefix}-plain`
  const inParts = `${prefix}-parts`
  try {
    await putObject(own, prefix, secret, 'application/octet-stream')
    if (!(await put(uploads, plain))) return 'rejected'
    const copied = await Promise.all(
      targets.map(async ({ headers, key }) => {
        if (!(await put(uploads, key, headers))) return false
        const stored = await getObject(own, key)
        return !stored || !(await buffer(stored)).equals(sent)
      }),
    )
    if (copied.includes(true)) return 'copies'
    return await probeParts(own, uploads, { key: inParts, source: `${own.name}/${prefix}` })
  } finally {
    const keys = [prefix, plain, ...targets.map(({ key }) => key)]
    await Promise.allSettled(keys.map((key) => deleteObject(own, key)))
  }
}

/** The same with parts: with a copy header an UploadPart is an UploadPartCopy. The copy has another size. */
async function probeParts(
  own: Bucket,
  uploads: Bucket,
  { key, source }: { key: string; source: string },
): Promise<DirectUploads> {
  const multipartId = await createMultipart(own, key, 'application/octet-stream')
  const upload = { key, multipartId }
  const sendPart = async (partNumber: number, headers?: Record<string, string>) => {
    const part = { ...upload, partNumber, partSize: sent.length }
    return putTo(await signPart(uploads, part, 60), headers)
  }
  try {
    if (!(await sendPart(1))) return 'rejected'
    await Promise.all(copyHeaders(source).map((headers, index) => sendPart(index + 2, headers)))
    const stored = await listAllParts(own, upload)
    return stored?.every(({ size }) => size === sent.length) ? 'safe' : 'copies'
  } finally {
    await abortMultipart(own, upload).catch(() => {})
  }
}

async function put(bucket: Bucket, key: string, headers: Record<string, string> = {}) {
  const contentType = 'application/octet-stream'
  const url = await signUpload(bucket, key, { size: sent.length, contentType }, 60)
  return putTo(url, { 'content-type': contentType, ...headers })
}

/** Whether the store accepts it. */
async function putTo(url: string, headers: Record<string, string> = {}): Promise<boolean> {
  const response = await fetch(url, {
    method: 'PUT',
    body: sent,
    headers,
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new StoreUnavailable(error)
  })
  await response.arrayBuffer()
  if (response.status >= 500 && response.status !== 501)
    throw new StoreUnavailable(`the store responded with ${response.status}`)
  return response.ok
}

const retryAfterMs = 10_000

/** Runs the probe once; if the store failed or is not set up yet, again after some seconds. Undefined if it failed. */
export function createDirectUploadCheck(
  probe: () => Promise<DirectUploads>,
): () => Promise<DirectUploads | undefined> {
  let result: Promise<DirectUploads | undefined> | undefined
  return () => {
    if (!result) {
      result = probe().catch(() => undefined)
      void result.then((found) => {
        if (found === 'safe' || found === 'copies') return
        setTimeout(() => {
          result = undefined
        }, retryAfterMs).unref()
      })
    }
    return result
  }
}

/**
 * One sentence if browsers cannot upload to the store itself. Throws if the store fails. `uploads` is the same bucket
 * with the key for uploads, if there is one.
 */
export async function findUploadProblems(own: Bucket, uploads: Bucket): Promise<string[]> {
  const result = await probeDirectUploads(own, uploads)
  if (result === 'safe') return []
  if (result === 'copies')
    return [
      'The object store accepts headers that are not signed, by which an upload could copy any file: uploads therefore pass through this server. Update the store, or set S3_UPLOAD_ACCESS_KEY_ID to a key that may only write uploads/*.',
    ]
  return [
    uploads === own
      ? 'The object store rejects presigned uploads: they pass through this server.'
      : 'The object store rejects uploads with the key S3_UPLOAD_ACCESS_KEY_ID: they pass through this server. The key must be able to write uploads/*.',
  ]
}
