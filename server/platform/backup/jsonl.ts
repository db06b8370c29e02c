import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { damaged, unreadable } from './damaged.ts'
import type { JsonlSummary } from './manifest.ts'

/** Gzipped JSON Lines. */
export async function writeJsonl(
  file: string,
  lines: AsyncIterable<string>,
): Promise<JsonlSummary> {
  const hash = createHash('sha256')
  let count = 0
  async function* hashed() {
    for await (const line of lines) {
      const text = `${line}\n`
      hash.update(text)
      count += 1
      yield text
    }
  }
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  await pipeline(hashed, createGzip({ level: 3 }), target)
  return { lines: count, sha256: hash.digest('hex') }
}

/** Far more than the largest row, and little enough to be read from a file that somebody else made. */
const maxLineBytes = 64 * 1024 * 1024

/** Throws after the last line if the number of lines or the SHA-256 does not match. */
export async function* readJsonl(file: string, written?: JsonlSummary): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const source = createReadStream(file)
  const unpacked = createGunzip()
  const reading = pipeline(source, unpacked).catch((error) => unpacked.destroy(error))
  let line: Buffer[] = []
  let length = 0
  let count = 0
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      hash.update(chunk)
      let from = 0
      // Not readline, which also splits at other line separators.
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
        yield Buffer.concat([...line, chunk.subarray(from, end)]).toString('utf8')
        count += 1
        line = []
        length = 0
        from = end + 1
      }
      line.push(chunk.subarray(from))
      length += chunk.length - from
      if (length > maxLineBytes) throw new Error('A line is too long.')
    }
  } catch (error) {
    throw unreadable(file, error)
  }
  await reading
  if (written && (count !== written.lines || hash.digest('hex') !== written.sha256))
    throw damaged(file)
}
