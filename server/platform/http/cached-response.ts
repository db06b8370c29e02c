import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { etagMatches } from './byte-ranges.ts'
import { acceptsGzip } from './gzip.ts'

const compress = promisify(gzip)

/** Status, headers (without those that every response has) and body. */
export type PreparedResponse = {
  status: 200 | 304
  headers: Record<string, string>
  body: Buffer | undefined
}

/** One response in the encodings that browsers accept. */
export type CachedResponse = {
  etag: string
  plain: PreparedResponse
  gzipped: PreparedResponse
  notModified: PreparedResponse
}

export async function createCachedResponse(value: unknown): Promise<CachedResponse> {
  const body = Buffer.from(JSON.stringify(value))
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const common = { 'cache-control': 'no-cache', etag, vary: 'cookie, accept-encoding' }
  const type = { 'content-type': 'application/json; charset=utf-8' }
  const prepare = (bytes: Buffer, extra: Record<string, string>): PreparedResponse => ({
    status: 200,
    headers: { ...common, ...type, ...extra, 'content-length': String(bytes.length) },
    body: bytes,
  })
  return {
    etag,
    plain: prepare(body, {}),
    gzipped: prepare(await compress(body), { 'content-encoding': 'gzip' }),
    notModified: { status: 304, headers: common, body: undefined },
  }
}

export function negotiate(cached: CachedResponse, headers: IncomingHttpHeaders): PreparedResponse {
  if (etagMatches(headers['if-none-match'], cached.etag)) return cached.notModified
  return acceptsGzip(headers) ? cached.gzipped : cached.plain
}
