import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { ObjectsConfig } from '#server/config.ts'
import { assertObjectKey, assertUploadKey } from './object-key.ts'
import type { DownloadOptions, ObjectStore } from './object-store.ts'
import { keyFromUrl } from './presigned-upload-url.ts'
import {
  type Bucket,
  checkBucket,
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
 * PUT from our pages. `publicUrl` is an unsigned base URL of the same objects, such as a CDN.
 */
export async function openS3(config: S3Config): Promise<ObjectStore> {
  const client = openClient(config)
  const bucket: Bucket = { client, name: config.bucket }
  const base = bucketUrl(client, config)
  const publicBase = config.publicUrl?.replace(/\/*$/, '/')
  return {
    origins: [...new Set([base.origin, ...(publicBase ? [new URL(publicBase).origin] : [])])],
    async presignedUploadUrl(key, { expiresInSeconds }) {
      return signUpload(bucket, assertUploadKey(key), expiresInSeconds)
    },
    keyFromUploadUrl: (url) => keyFromUrl(base, url),
    stat: (key) => headObject(bucket, key),
    read: (key, range) => getObject(bucket, key, range),
    write: (key, body, { contentType }) => putObject(bucket, key, body, contentType),
    move: (from, to, { contentType }) => moveObject(bucket, from, to, contentType),
    remove: (key) => deleteObject(bucket, key),
    list: (prefix) => listObjects(bucket, prefix),
    async presignedDownloadUrl(key, options) {
      if (publicBase && options.isPublic) return publicBase + assertObjectKey(key)
      return signDownload(bucket, assertObjectKey(key), options)
    },
    check: () => checkBucket(bucket),
    async close() {
      client.destroy()
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

/** Only the host is signed: the browser sends its own content type. */
function signUpload(bucket: Bucket, key: string, expiresIn: number): Promise<string> {
  const command = new PutObjectCommand({ Bucket: bucket.name, Key: key })
  return withStoreTimeout(() => getSignedUrl(bucket.client, command, { expiresIn }))
}

/** The same URL for half of its lifetime, so that the browser's cache can be used. */
function signDownload(
  bucket: Bucket,
  key: string,
  { contentType, expiresInSeconds }: DownloadOptions,
): Promise<string> {
  const step = expiresInSeconds * 500
  const signingDate = new Date(Math.floor(Date.now() / step) * step)
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
