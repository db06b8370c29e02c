import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'

export const acceptsGzip = (headers: IncomingHttpHeaders) =>
  /\bgzip\b/.test(headers['accept-encoding']?.toString() ?? '')

export const compress = promisify(gzip)

/** For responses that are created per request: most of the compression at little CPU. */
export const gzipFast = (text: string): Promise<Buffer> =>
  compress(text, { level: constants.Z_BEST_SPEED })
