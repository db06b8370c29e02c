import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { bytesOf, sizeOf } from './object-body.ts'
import { assertObjectKey } from './object-key.ts'
import {
  type ByteRange,
  type ObjectBody,
  type ObjectMetadata,
  StoreUnavailable,
} from './object-store.ts'
import { resumable, statusOf, undefinedIfMissing, withStoreTimeout } from './s3-requests.ts'

export type Bucket = { client: S3Client; name: string }

/** Sent within one timeout even at low bandwidth; larger bodies report progress. */
const smallBodyBytes = 1024 * 1024
/** A store may take long to copy a large object; the request before has shown that it responds. */
export const copyTimeoutMs = 60_000

export const at = (bucket: Bucket, key: string) => ({
  Bucket: bucket.name,
  Key: assertObjectKey(key),
})

export async function headObject(bucket: Bucket, key: string): Promise<ObjectMetadata | undefined> {
  const command = new HeadObjectCommand(at(bucket, key))
  const head = await withStoreTimeout(({ signal }) =>
    undefinedIfMissing(bucket.client.send(command, { abortSignal: signal })),
  )
  return (
    head && {
      size: head.ContentLength ?? 0,
      etag: head.ETag ?? '""',
      modified: head.LastModified ?? new Date(0),
      ...(head.ContentType !== undefined && { declaredType: head.ContentType }),
    }
  )
}

/** The stream continues with a new request after the connection was lost. */
export async function getObject(
  bucket: Bucket,
  key: string,
  range?: ByteRange,
): Promise<Readable | undefined> {
  const first = await requestObject(bucket, key, { start: 0, ...range })
  if (!first) return undefined
  return resumable(first.body, async (received) => {
    const start = (range?.start ?? 0) + received
    const rest = await requestObject(bucket, key, { ...range, start }, first.etag)
    if (rest?.start === start) return rest.body
    rest?.body.destroy()
    throw new StoreUnavailable('the rest of an object is not sent')
  })
}

async function requestObject(
  bucket: Bucket,
  key: string,
  { start, end }: Partial<ByteRange> & { start: number },
  etag?: string,
) {
  const isWhole = start === 0 && end === undefined
  const command = new GetObjectCommand({
    ...at(bucket, key),
    ...(!isWhole && { Range: `bytes=${start}-${end ?? ''}` }),
    ...(etag !== undefined && { IfMatch: etag }),
  })
  return withStoreTimeout(async ({ signal }) => {
    try {
      const response = await undefinedIfMissing(
        bucket.client.send(command, { abortSignal: signal }),
      )
      if (!response) return undefined
      const sent = /^bytes (\d+)-/.exec(response.ContentRange ?? '')?.[1]
      return { body: response.Body as Readable, etag: response.ETag, start: Number(sent ?? 0) }
    } catch (error) {
      if (statusOf(error) === 416) return { body: Readable.from([]), etag: undefined, start: -1 }
      throw error
    }
  })
}

export async function putObject(
  bucket: Bucket,
  key: string,
  body: ObjectBody,
  contentType: string,
): Promise<ObjectMetadata> {
  const target = { ...at(bucket, key), ContentType: contentType, ContentLength: sizeOf(body) }
  if (body instanceof Uint8Array && body.length <= smallBodyBytes) {
    const command = new PutObjectCommand({ ...target, Body: body })
    await withStoreTimeout(({ signal }) => bucket.client.send(command, { abortSignal: signal }))
  } else {
    await sendStream(body, (stream, abortSignal) =>
      bucket.client.send(new PutObjectCommand({ ...target, Body: stream }), { abortSignal }),
    )
  }
  const metadata = await headObject(bucket, key)
  if (!metadata) throw new StoreUnavailable('the written object does not exist')
  return metadata
}

/** Sends a body of any size to the store. */
export async function sendStream(
  body: ObjectBody,
  send: (stream: Readable, signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  let bodyError: Error | undefined
  try {
    await withStoreTimeout(async ({ signal, abort, progress, pause }) => {
      const chunks = reportProgress(bytesOf(body), { progress, pause })
      const stream = Readable.from(chunks, { objectMode: false })
      // The client notices neither an error of the body, nor that the request was aborted.
      stream.on('error', (error) => {
        bodyError = error
        abort()
      })
      await send(stream, signal).finally(() => stream.destroy())
    })
  } catch (error) {
    throw bodyError ?? error
  }
}

/** The body may come from a slow client: only the time that the store takes counts. */
async function* reportProgress<T>(
  chunks: AsyncIterable<T>,
  { progress, pause }: { progress(): void; pause(): void },
) {
  pause()
  for await (const chunk of chunks) {
    progress()
    yield chunk
    pause()
  }
  progress()
}

/** S3 cannot rename: copy, then delete. If the server is killed in between, the sweep removes the rest. */
export async function moveObject(
  bucket: Bucket,
  from: string,
  to: string,
  contentType: string,
): Promise<boolean> {
  if (!(await copyObject(bucket, from, to, contentType))) return false
  await deleteObject(bucket, from)
  return true
}

/** Copies in one request, which S3 allows up to 5 GB. */
export async function copyObject(
  bucket: Bucket,
  from: string,
  to: string,
  contentType: string,
): Promise<boolean> {
  const command = new CopyObjectCommand({
    ...at(bucket, to),
    CopySource: `${bucket.name}/${assertObjectKey(from)}`,
    ContentType: contentType,
    MetadataDirective: 'REPLACE',
  })
  if (!(await headObject(bucket, from))) return false
  const copied = await withStoreTimeout(
    ({ signal }) => undefinedIfMissing(bucket.client.send(command, { abortSignal: signal })),
    copyTimeoutMs,
  )
  return copied !== undefined
}

export async function deleteObject(bucket: Bucket, key: string): Promise<void> {
  const command = new DeleteObjectCommand(at(bucket, key))
  await withStoreTimeout(({ signal }) =>
    undefinedIfMissing(bucket.client.send(command, { abortSignal: signal })),
  )
}

export async function* listObjects(bucket: Bucket, prefix: string) {
  let token: string | undefined
  do {
    const command = new ListObjectsV2Command({
      Bucket: bucket.name,
      Prefix: prefix,
      ContinuationToken: token,
    })
    const page = await withStoreTimeout(({ signal }) =>
      bucket.client.send(command, { abortSignal: signal }),
    )
    for (const { Key: key, Size: size, LastModified: modified } of page.Contents ?? [])
      if (key !== undefined) yield { key, size: size ?? 0, modified: modified ?? new Date(0) }
    token = page.NextContinuationToken
  } while (token !== undefined)
}

export async function checkBucket(bucket: Bucket): Promise<void> {
  const command = new HeadBucketCommand({ Bucket: bucket.name })
  try {
    await withStoreTimeout(({ signal }) => bucket.client.send(command, { abortSignal: signal }))
  } catch (error) {
    const { cause } = error as Error
    const status = statusOf(cause)
    if (status === 404)
      throw new StoreUnavailable(cause, `The object store has no bucket named ${bucket.name}.`)
    if (status === 401 || status === 403)
      throw new StoreUnavailable(cause, 'The object store rejects the access key.')
    throw error
  }
}
