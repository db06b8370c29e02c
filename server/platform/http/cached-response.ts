import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { etagMatches } from './byte-ranges.ts'
import { acceptsGzip } from './gzip.ts'

const compress = promisify(gzip)

/** One answer, ready to be sent: with its headers, but for those that all answers carry. */
export type PreparedResponse = {
  status: 200 | 304
  headers: Record<string, string>
  body: Buffer | undefined
}

/** The same for every visitor, in the forms that browsers ask for. */
export type CachedResponse = {
  etag: string
  plain: PreparedResponse
  gzipped: PreparedResponse
  notModified: PreparedResponse
}

export async function createCachedResponse(value: unknown): Promise<CachedResponse> {
  const body = Buffer.from(JSON.stringify(value))
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const always = { 'cache-control': 'no-cache', etag, vary: 'cookie, accept-encoding' }
  const type = { 'content-type': 'application/json; charset=utf-8' }
  const whole = (bytes: Buffer, more: Record<string, string>): PreparedResponse => ({
    status: 200,
    headers: { ...always, ...type, ...more, 'content-length': String(bytes.length) },
    body: bytes,
  })
  return {
    etag,
    plain: whole(body, {}),
    gzipped: whole(await compress(body), { 'content-encoding': 'gzip' }),
    notModified: { status: 304, headers: always, body: undefined },
  }
}

export function negotiate(kept: CachedResponse, headers: IncomingHttpHeaders): PreparedResponse {
  if (etagMatches(headers['if-none-match'], kept.etag)) return kept.notModified
  return acceptsGzip(headers) ? kept.gzipped : kept.plain
}
