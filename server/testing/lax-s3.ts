import { createHash, createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { ObjectsConfig } from '#server/config.ts'

type Config = Extract<ObjectsConfig, { kind: 's3' }>
type Action = 'read' | 'write' | 'delete'
type Reply = { status: number; body?: Buffer | string; headers?: Record<string, string> }

const actions: Record<string, Action> = { PUT: 'write', POST: 'write', DELETE: 'delete' }

type Key = { accessKeyId: string; secretAccessKey: string }
type Options = {
  bucket?: string
  /** May do everything. */
  ownKey?: Key
  /** May only write `uploads/*`. */
  uploadKey?: Key
  /** Obeys such headers for the parts of an upload only. */
  copiesOnlyParts?: boolean
  host?: string
  port?: number
}

/**
 * A simulation: a small S3 store in memory with the weakness that MinIO and older versions of Ceph have. It verifies
 * what a presigned URL signs, but also obeys `x-amz-*` headers that are not signed. Requests that carry an Authorization
 * header are taken at their word.
 */
export async function startLaxS3({
  bucket = `lax-${randomBytes(4).toString('hex')}`,
  ownKey = { accessKeyId: 'own', secretAccessKey: 'own secret' },
  uploadKey = { accessKeyId: 'upload', secretAccessKey: 'upload secret' },
  copiesOnlyParts = false,
  host = '127.0.0.1',
  port = 0,
}: Options = {}) {
  const objects = new Map<string, { bytes: Buffer; type: string }>()
  const uploadsInParts = new Map<
    string,
    { key: string; type: string; parts: Map<number, Buffer> }
  >()

  function isAllowed(accessKeyId: string, action: Action, key: string): boolean {
    if (accessKeyId === ownKey.accessKeyId) return true
    return action === 'write' && key.startsWith('uploads/')
  }

  async function respond(request: IncomingMessage): Promise<Reply> {
    const url = new URL(request.url ?? '', 'http://localhost')
    const body = await buffer(request)
    const accessKeyId = authenticate(request, url, [ownKey, uploadKey])
    if (!accessKeyId) return failure(403, 'SignatureDoesNotMatch')
    const key = url.pathname.slice(`/${bucket}/`.length)
    if (url.searchParams.has('uploads')) return startOrListUploads(request, key)
    // The keys have their rights already.
    if (url.searchParams.has('policy')) return { status: 204 }
    if (key === '') return list(accessKeyId, url.searchParams.get('prefix') ?? '')
    const action = actions[request.method ?? ''] ?? 'read'
    if (!isAllowed(accessKeyId, action, key)) return failure(403, 'AccessDenied')
    const inParts = uploadsInParts.get(url.searchParams.get('uploadId') ?? '')
    if (inParts) {
      const partNumber = Number(url.searchParams.get('partNumber'))
      if (request.method === 'PUT')
        return putPart(request, { accessKeyId, body, inParts, partNumber })
      return endOrListParts(request, url.searchParams.get('uploadId') ?? '', inParts)
    }
    if (url.searchParams.has('uploadId')) return failure(404, 'NoSuchUpload')
    if (request.method === 'PUT') return put(request, { accessKeyId, key, body })
    if (request.method === 'DELETE') {
      objects.delete(key)
      return { status: 204 }
    }
    return get(key, request.headers.range)
  }

  /** The body, or what a copy header names; a reply if that may not be read. */
  function bytesFor(request: IncomingMessage, accessKeyId: string, body: Buffer): Buffer | Reply {
    const source = request.headers['x-amz-copy-source']
    if (source === undefined) return body
    const from = String(source).replace(/^\//, '').slice(`${bucket}/`.length)
    if (!isAllowed(accessKeyId, 'read', from)) return failure(403, 'AccessDenied')
    return objects.get(from)?.bytes ?? failure(404, 'NoSuchKey')
  }

  function put(request: IncomingMessage, to: { accessKeyId: string; key: string; body: Buffer }) {
    const type = request.headers['content-type'] ?? ''
    const isUnsigned = request.headers.authorization === undefined
    if (copiesOnlyParts && isUnsigned && request.headers['x-amz-copy-source'])
      return failure(403, 'AccessDenied')
    const bytes = bytesFor(request, to.accessKeyId, to.body)
    if (!Buffer.isBuffer(bytes)) return bytes
    objects.set(to.key, { bytes, type })
    if (bytes === to.body) return { status: 200, headers: { etag: etagOf(bytes) } }
    return xml(200, `<CopyObjectResult><ETag>${etagOf(bytes)}</ETag></CopyObjectResult>`)
  }

  function startOrListUploads(request: IncomingMessage, key: string): Reply {
    if (request.method === 'GET') {
      const found = [...uploadsInParts].map(
        ([id, { key }]) =>
          `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${new Date().toISOString()}</Initiated></Upload>`,
      )
      return xml(200, `<ListMultipartUploadsResult>${found.join('')}</ListMultipartUploadsResult>`)
    }
    const id = randomBytes(8).toString('hex')
    const type = request.headers['content-type'] ?? ''
    uploadsInParts.set(id, { key, type, parts: new Map() })
    return xml(
      200,
      `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    )
  }

  type InParts = NonNullable<ReturnType<typeof uploadsInParts.get>>

  function putPart(
    request: IncomingMessage,
    to: { accessKeyId: string; body: Buffer; inParts: InParts; partNumber: number },
  ): Reply {
    const bytes = bytesFor(request, to.accessKeyId, to.body)
    if (!Buffer.isBuffer(bytes)) return bytes
    to.inParts.parts.set(to.partNumber, bytes)
    return { status: 200, headers: { etag: etagOf(bytes) } }
  }

  function endOrListParts(request: IncomingMessage, id: string, { key, type, parts }: InParts) {
    const sorted = [...parts].sort(([a], [b]) => a - b)
    if (request.method === 'GET') {
      const listed = sorted.map(
        ([number, bytes]) =>
          `<Part><PartNumber>${number}</PartNumber><ETag>${etagOf(bytes)}</ETag><Size>${bytes.length}</Size></Part>`,
      )
      return xml(200, `<ListPartsResult>${listed.join('')}</ListPartsResult>`)
    }
    uploadsInParts.delete(id)
    if (request.method === 'DELETE') return { status: 204 }
    const bytes = Buffer.concat(sorted.map(([, part]) => part))
    objects.set(key, { bytes, type })
    return xml(200, '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
  }

  function get(key: string, range = ''): Reply {
    const found = objects.get(key)
    if (!found) return failure(404, 'NoSuchKey')
    const { length } = found.bytes
    const [, first = '', last] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? []
    const body = found.bytes.subarray(Number(first), last ? Number(last) + 1 : length)
    const end = Number(first) + body.length - 1
    const headers = {
      'content-type': found.type,
      'content-length': String(body.length),
      ...(first && { 'content-range': `bytes ${first}-${end}/${length}` }),
      etag: etagOf(found.bytes),
      'last-modified': new Date().toUTCString(),
    }
    return { status: first ? 206 : 200, body, headers }
  }

  function list(accessKeyId: string, prefix: string): Reply {
    if (accessKeyId !== ownKey.accessKeyId) return failure(403, 'AccessDenied')
    const found = [...objects].filter(([key]) => key.startsWith(prefix))
    const contents = found.map(
      ([key, { bytes }]) =>
        `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><LastModified>${new Date().toISOString()}</LastModified></Contents>`,
    )
    return xml(200, `<ListBucketResult>${contents.join('')}</ListBucketResult>`)
  }

  const server = createServer(async (request, response) => {
    const { status, body, headers } = await respond(request)
    response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body)
  })
  server.listen(port, host)
  await once(server, 'listening')
  const config: Config = {
    kind: 's3',
    bucket,
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: ownKey,
    forcePathStyle: true,
    publicUrl: undefined,
  }
  return {
    objects,
    config,
    /** The same store with a second key, which may only write uploads. */
    configWithUploadKey: { ...config, uploadCredentials: uploadKey },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The access key of a request; undefined if a presigned URL or a header that it signs was changed. */
function authenticate(
  request: IncomingMessage,
  url: URL,
  keys: readonly Key[],
): string | undefined {
  const header = /Credential=([^/]+)\//.exec(request.headers.authorization ?? '')?.[1]
  if (header) return header
  const { searchParams: query } = url
  const [id = '', ...scope] = (query.get('X-Amz-Credential') ?? '').split('/')
  const secret = keys.find(({ accessKeyId }) => accessKeyId === id)?.secretAccessKey
  if (!secret) return undefined
  const signedHeaders = (query.get('X-Amz-SignedHeaders') ?? '').split(';')
  const values = signedHeaders.map((name) => `${name}:${request.headers[name]}\n`).join('')
  const parameters = url.search.slice(1).split('&')
  const canonical = [
    request.method,
    url.pathname,
    parameters
      .filter((parameter) => !parameter.startsWith('X-Amz-Signature='))
      .sort()
      .join('&'),
    values,
    signedHeaders.join(';'),
    'UNSIGNED-PAYLOAD',
  ].join('\n')
  const hash = createHash('sha256').update(canonical).digest('hex')
  const text = ['AWS4-HMAC-SHA256', query.get('X-Amz-Date'), scope.join('/'), hash].join('\n')
  const signingKey = scope.reduce<string | Buffer>(hmac, `AWS4${secret}`)
  return hmac(signingKey, text).toString('hex') === query.get('X-Amz-Signature') ? id : undefined
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`
const xml = (status: number, body: string): Reply => ({
  status,
  body: `<?xml version="1.0"?>${body}`,
  headers: { 'content-type': 'application/xml' },
})
const failure = (status: number, code: string) => xml(status, `<Error><Code>${code}</Code></Error>`)
