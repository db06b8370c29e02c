import { randomUUID } from 'node:crypto'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import type { DirectUploads } from './s3-direct-uploads.ts'
import { type Bucket, deleteObject, putObject } from './s3-objects.ts'
import { statusOf, withStoreTimeout } from './s3-requests.ts'

type Deps = {
  own: Bucket
  /** The bucket with the key for uploads, if there is one. */
  uploads: Bucket | undefined
  directUploads: () => Promise<DirectUploads>
}

/** One sentence for each problem of the settings for uploads. Throws if the store fails. */
export async function findUploadProblems({ own, uploads, directUploads }: Deps): Promise<string[]> {
  const result = await directUploads()
  const problems = []
  if (result === 'copies')
    problems.push(
      'The object store accepts headers that are not signed, by which an upload could copy any file: uploads therefore pass through this server. Update the store, or set S3_UPLOAD_ACCESS_KEY_ID to a key that may only write uploads/*.',
    )
  if (result === 'rejected')
    problems.push(
      uploads
        ? 'The object store rejects uploads with the key S3_UPLOAD_ACCESS_KEY_ID: they pass through this server. The key must be able to write uploads/*.'
        : 'The object store rejects presigned uploads: they pass through this server.',
    )
  const rights = uploads ? await findRights(own, uploads) : []
  if (rights.length > 0)
    problems.push(
      `The key S3_UPLOAD_ACCESS_KEY_ID may also ${rights.join(', ')}. It should only be able to write uploads/*.`,
    )
  return problems
}

/** The rights that the key for uploads has and does not need. */
async function findRights(own: Bucket, { client, name: Bucket }: Bucket): Promise<string[]> {
  const id = randomUUID()
  const [inUploads, elsewhere] = [`uploads/probe-${id}`, `checking/probe-${id}`]
  const Prefix = inUploads
  try {
    await putObject(own, inUploads, Buffer.from('probe'), 'application/octet-stream')
    const rights: [string, () => Promise<unknown>][] = [
      ['read', () => client.send(new GetObjectCommand({ Bucket, Key: inUploads }))],
      ['list', () => client.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 }))],
      [
        'write elsewhere',
        () => client.send(new PutObjectCommand({ Bucket, Key: elsewhere, Body: 'probe' })),
      ],
      ['delete', () => client.send(new DeleteObjectCommand({ Bucket, Key: inUploads }))],
    ]
    const found: string[] = []
    for (const [right, use] of rights) if (await isAllowed(use)) found.push(right)
    return found
  } finally {
    await Promise.allSettled([inUploads, elsewhere].map((key) => deleteObject(own, key)))
  }
}

function isAllowed(use: () => Promise<unknown>): Promise<boolean> {
  return withStoreTimeout(async () => {
    try {
      await use()
      return true
    } catch (error) {
      const status = statusOf(error)
      if (status === undefined || status >= 500) throw error
      return false
    }
  })
}
