import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import {
  type Multipart,
  type MultipartUpload,
  partSizes,
  type UnfinishedUpload,
  type UploadPart,
} from './multipart.ts'
import { assertUploadKey } from './object-key.ts'
import { type ObjectBody, type ObjectMetadata, StoreUnavailable } from './object-store.ts'
import { at, type Bucket, copyTimeoutMs, sendStream } from './s3-objects.ts'
import { undefinedIfMissing, withStoreTimeout } from './s3-requests.ts'

type Target = { key: string; multipartId: string }

const target = (bucket: Bucket, { key, multipartId }: Target) => ({
  ...at(bucket, key),
  UploadId: multipartId,
})

export function createS3Multipart(bucket: Bucket): Omit<Multipart, 'presignedPartUrl'> {
  return {
    create: (key, { contentType }) => createMultipart(bucket, key, contentType),
    async listParts(upload) {
      const arrived = await findParts(bucket, upload)
      return arrived?.map(({ partNumber, size }) => ({ partNumber, size }))
    },
    async complete(upload) {
      const arrived = await findParts(bucket, upload)
      if (!arrived) return 'missing'
      if (arrived.length < partSizes(upload.size).length) return 'incomplete'
      const Parts = arrived.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag }))
      const command = new CompleteMultipartUploadCommand({
        ...target(bucket, upload),
        MultipartUpload: { Parts },
      })
      const send = ({ signal }: { signal: AbortSignal }) =>
        undefinedIfMissing(bucket.client.send(command, { abortSignal: signal }))
      return (await withStoreTimeout(send, copyTimeoutMs)) ? 'completed' : 'missing'
    },
    listUnfinished: () => listUnfinished(bucket),
    abort: (upload) => abortMultipart(bucket, upload),
  }
}

export async function createMultipart(bucket: Bucket, key: string, contentType: string) {
  const command = new CreateMultipartUploadCommand({
    ...at(bucket, assertUploadKey(key)),
    ContentType: contentType,
  })
  const { UploadId: id } = await withStoreTimeout(({ signal }) =>
    bucket.client.send(command, { abortSignal: signal }),
  )
  if (id === undefined) throw new StoreUnavailable('the store began no upload in parts')
  return id
}

/** Signs the length: the store accepts no other part. Any `x-amz-*` header would need to be signed too. */
export function signPart(
  bucket: Bucket,
  part: Target & { partNumber: number; partSize: number },
  expiresIn: number,
): Promise<string> {
  const command = new UploadPartCommand({
    ...target(bucket, part),
    PartNumber: part.partNumber,
    ContentLength: part.partSize,
  })
  const signableHeaders = new Set(['host', 'content-length'])
  return withStoreTimeout(() =>
    getSignedUrl(bucket.client, command, { expiresIn, signableHeaders }),
  )
}

/** Stores a part that this server received. */
export async function putPart(
  bucket: Bucket,
  part: UploadPart,
  body: Exclude<ObjectBody, Uint8Array>,
): Promise<ObjectMetadata> {
  const { size } = body
  let etag: string | undefined
  await sendStream(body, async (stream, abortSignal) => {
    const command = new UploadPartCommand({
      ...target(bucket, part),
      PartNumber: part.partNumber,
      ContentLength: size,
      Body: stream,
    })
    etag = (await bucket.client.send(command, { abortSignal })).ETag
  })
  return { size, etag: etag ?? '""', modified: new Date() }
}

/** The parts that are as large as they should be, in their order. */
async function findParts(bucket: Bucket, upload: MultipartUpload) {
  const sizes = partSizes(upload.size)
  const parts = await listAllParts(bucket, upload)
  return parts
    ?.filter(({ partNumber, size }) => size === sizes[partNumber - 1])
    .sort((a, b) => a.partNumber - b.partNumber)
}

/** Undefined if there is no such upload. There are fewer parts than fit on one page. */
export async function listAllParts(bucket: Bucket, upload: Target) {
  const command = new ListPartsCommand(target(bucket, upload))
  const listed = await withStoreTimeout(({ signal }) =>
    undefinedIfMissing(bucket.client.send(command, { abortSignal: signal })),
  )
  if (!listed) return undefined
  return (listed.Parts ?? []).map(({ PartNumber: partNumber = 0, Size: size = 0, ETag: etag }) => ({
    partNumber,
    size,
    etag,
  }))
}

async function* listUnfinished(bucket: Bucket): AsyncGenerator<UnfinishedUpload> {
  let marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined =
    {}
  while (marker) {
    const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
      Bucket: bucket.name,
      Prefix: 'uploads/',
      ...marker,
    })
    const page = await withStoreTimeout(({ signal }) =>
      bucket.client.send(command, { abortSignal: signal }),
    )
    for (const { Key: key, UploadId: multipartId, Initiated: started } of page.Uploads ?? [])
      if (key !== undefined && multipartId !== undefined)
        yield { key, multipartId, started: started ?? new Date(0) }
    marker = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
      : undefined
  }
}

export async function abortMultipart(bucket: Bucket, upload: Target): Promise<void> {
  const command = new AbortMultipartUploadCommand(target(bucket, upload))
  await withStoreTimeout(({ signal }) =>
    undefinedIfMissing(bucket.client.send(command, { abortSignal: signal })),
  )
}
