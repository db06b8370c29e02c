import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'

export const takesGzip = (headers: IncomingHttpHeaders) =>
  /\bgzip\b/.test(headers['accept-encoding']?.toString() ?? '')

const compress = promisify(gzip)

/** For what is made for one request: most of the gain at a small part of the price. */
export const gzipQuickly = (text: string): Promise<Buffer> =>
  compress(text, { level: constants.Z_BEST_SPEED })
