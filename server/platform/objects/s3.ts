import { Readable } from 'node:stream'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { ObjectsConfig } from '#server/config.ts'
import { createUploadUrlSigner, keyFromUrl, UploadRejected } from './incoming-upload.ts'
import { partKey, partSizes } from './multipart.ts'
import { assertObjectKey, assertUploadKey } from './object-key.ts'
import type { DownloadOptions, ObjectStore } from './object-store.ts'
import {
  createDirectUploadCheck,
  findUploadProblems,
  probeDirectUploads,
  signUpload,
} from './s3-direct-uploads.ts'
import { createS3Multipart, putPart, signPart } from './s3-multipart.ts'
import {
  type Bucket,
  checkBucket,
  copyObject,
  deleteObject,
  getObject,
  headObject,
  listObjects,
  moveObject,
  putObject,
} from './s3-objects.ts'
import { withStoreTimeout } from './s3-requests.ts'

type S3Config = Extract<ObjectsConfig, { kind: 's3' }>

/**
 * Browsers upload to and download from the endpoint, so they must reach it, and the bucket's CORS rules must allow
 * PUT from our pages. `publicUrl` is an unsigned base URL of the same objects, such as a CDN. What cannot be uploaded
 * there safely is received by this server (docs/decisions/0016-presigned-uploads.md).
 */
export async function openS3(
  config: S3Config,
  local: { publicUrl: string; secret: string | Buffer },
): Promise<ObjectStore> {
  const client = openClient(config)
  const bucket: Bucket = { client, name: config.bucket }
  const storeTime = watchClock(client)
  const { uploadCredentials } = config
  const uploads: Bucket = uploadCredentials
    ? { client: openClient({ ...config, credentials: uploadCredentials }), name: config.bucket }
    : bucket
  const signer = createUploadUrlSigner(local)
  const directUploads = createDirectUploadCheck(() => probeDirectUploads(bucket, uploads))
  const base = bucketUrl(client, config)
  const publicBase = config.publicUrl?.replace(/\/*$/, '/')
  return {
    origins: [...new Set([base.origin, ...(publicBase ? [new URL(publicBase).origin] : [])])],
    async presignedUploadUrl(key, { expiresInSeconds, file }) {
      assertUploadKey(key)
      return file && (await directUploads()) === 'safe'
        ? signUpload(uploads, key, file, expiresInSeconds)
        : signer.sign(key, expiresInSeconds)
    },
    multipart: {
      ...createS3Multipart(bucket),
      async presignedPartUrl(part, expiresIn) {
        const partSize = partSizes(part.size)[part.partNumber - 1] ?? 0
        return (await directUploads()) === 'safe'
          ? signPart(uploads, { ...part, partSize }, expiresIn)
          : signer.sign(partKey(part), expiresIn)
      },
    },
    verifyUploadUrl: signer.verify,
    async receive(upload) {
      const { contentLength, part } = upload
      const body = signer.open(upload)
      // S3 needs the size in advance.
      if (contentLength === undefined) throw new UploadRejected('no-length')
      const stream = Readable.from(body, { objectMode: false })
      const key = assertUploadKey(upload.key)
      if (part) return putPart(bucket, part, { stream, size: contentLength })
      return putObject(bucket, key, { stream, size: contentLength }, 'application/octet-stream')
    },
    keyFromUploadUrl: (url) => keyFromUrl(base, url) ?? signer.keyFromUrl(url),
    stat: (key) => headObject(bucket, key),
    read: (key, range) => getObject(bucket, key, range),
    write: (key, body, { contentType }) => putObject(bucket, key, body, contentType),
    move: (from, to, { contentType }) => moveObject(bucket, from, to, contentType),
    copy: (from, to, { contentType }) => copyObject(bucket, from, to, contentType),
    remove: (key) => deleteObject(bucket, key),
    list: (prefix) => listObjects(bucket, prefix),
    async presignedDownloadUrl(key, options) {
      if (publicBase && options.isPublic) return publicBase + assertObjectKey(key)
      return signDownload(bucket, assertObjectKey(key), options, storeTime())
    },
    check: () => checkBucket(bucket),
    findProblems: () => findUploadProblems(bucket, uploads),
    async close() {
      client.destroy()
      uploads.client.destroy()
    },
  }
}

function openClient({ region, endpoint, credentials, forcePathStyle }: S3Config): S3Client {
  return new S3Client({
    region,
    forcePathStyle,
    ...(endpoint && { endpoint }),
    // Without credentials the SDK uses its default provider chain.
    ...(credentials && { credentials }),
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 2000,
      httpAgent: { keepAlive: true, maxSockets: 200 },
      httpsAgent: { keepAlive: true, maxSockets: 200 },
    },
    // Not every S3-compatible store supports the newer checksums or 'Expect: 100-continue'.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    // Errors are thrown; the SDK would also print them.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
  })
}

/** The bucket's base URL, resolved by the SDK for path style and virtual-hosted style, without a request. */
function bucketUrl(client: S3Client, config: S3Config): URL {
  const { url } = client.config.endpointProvider({
    Bucket: config.bucket,
    Region: config.region,
    ForcePathStyle: config.forcePathStyle,
    ...(config.endpoint && { Endpoint: config.endpoint }),
  })
  return new URL(url.href.replace(/\/*$/, '/'))
}

/**
 * The time of the store, whose clock decides when a URL expires: some are valid for a minute only. It is read from the
 * Date header of its responses; a difference of a few seconds is ignored, because it may be their latency.
 */
function watchClock(client: S3Client): () => number {
  let ahead = 0
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args)
      const { headers } = result.response as { headers?: Record<string, string> }
      const difference = Date.parse(headers?.['date'] ?? '') - Date.now()
      if (!Number.isNaN(difference)) ahead = Math.abs(difference) > 5000 ? difference : 0
      return result
    },
    { step: 'deserialize', name: 'watchClock' },
  )
  return () => Date.now() + ahead
}

/** The same URL for half of its lifetime, so that the browser's cache can be used. */
function signDownload(
  bucket: Bucket,
  key: string,
  { contentType, expiresInSeconds }: DownloadOptions,
  now: number,
): Promise<string> {
  const step = expiresInSeconds * 500
  const signingDate = new Date(Math.floor(now / step) * step)
  const command = new GetObjectCommand({
    Bucket: bucket.name,
    Key: key,
    ResponseContentType: contentType,
    ResponseCacheControl: `private, max-age=${expiresInSeconds}, immutable`,
  })
  return withStoreTimeout(() =>
    getSignedUrl(bucket.client, command, { expiresIn: expiresInSeconds, signingDate }),
  )
}
