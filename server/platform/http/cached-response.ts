import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { holdsTag } from './byte-ranges.ts'
import { takesGzip } from './gzip.ts'

const compress = promisify(gzip)

/** One answer, ready to be sent: with its headers, but for those that all answers carry. */
export type ReadyAnswer = {
  status: 200 | 304
  headers: Record<string, string>
  body: Buffer | undefined
}

/** The same for every visitor, in the forms that browsers ask for. */
export type KeptBytes = {
  etag: string
  plain: ReadyAnswer
  gzipped: ReadyAnswer
  same: ReadyAnswer
}

export async function keepBytes(value: unknown): Promise<KeptBytes> {
  const body = Buffer.from(JSON.stringify(value))
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const always = { 'cache-control': 'no-cache', etag, vary: 'cookie, accept-encoding' }
  const type = { 'content-type': 'application/json; charset=utf-8' }
  const whole = (bytes: Buffer, more: Record<string, string>): ReadyAnswer => ({
    status: 200,
    headers: { ...always, ...type, ...more, 'content-length': String(bytes.length) },
    body: bytes,
  })
  return {
    etag,
    plain: whole(body, {}),
    gzipped: whole(await compress(body), { 'content-encoding': 'gzip' }),
    same: { status: 304, headers: always, body: undefined },
  }
}

export function chooseForm(kept: KeptBytes, headers: IncomingHttpHeaders): ReadyAnswer {
  if (holdsTag(headers['if-none-match'], kept.etag)) return kept.same
  return takesGzip(headers) ? kept.gzipped : kept.plain
}
