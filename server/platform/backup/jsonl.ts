import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { StartupError } from '#server/errors.ts'
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

/** Throws after the last line if the number of lines or the SHA-256 does not match. */
export async function* readJsonl(file: string, written?: JsonlSummary): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const source = createReadStream(file)
  const unpacked = createGunzip()
  const reading = pipeline(source, unpacked).catch((error) => unpacked.destroy(error))
  let rest: Buffer = Buffer.alloc(0)
  let count = 0
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      hash.update(chunk)
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      let from = 0
      // Not readline, which also splits at other line separators.
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
        yield bytes.toString('utf8', from, end)
        count += 1
        from = end + 1
      }
      rest = bytes.subarray(from)
    }
  } catch (error) {
    throw new StartupError(`The file ${file} of the backup cannot be read.`, { cause: error })
  }
  await reading
  if (written && (count !== written.lines || hash.digest('hex') !== written.sha256))
    throw new StartupError(`The file ${file} of the backup does not match its checksum.`)
}
