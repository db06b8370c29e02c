import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { type Entry, open, type ZipFile } from 'yauzl'

const openFile = promisify<string, object, ZipFile>(open)
/** A JSON file of an archive is read into memory. */
const maxTextBytes = 200_000_000

/** Reads a ZIP archive from disk. Files are found by their exact name; paths out of the archive are rejected by the library. */
export async function openZip(path: string) {
  const zip = await openFile(path, { lazyEntries: true, autoClose: false })
  const entries = await readEntries(zip)
  const openStream = promisify<Entry, Readable>(zip.openReadStream.bind(zip))
  const find = (name: string) => entries.get(name)
  return {
    async readText(name: string): Promise<string | undefined> {
      const entry = find(name)
      if (!entry) return undefined
      if (entry.uncompressedSize > maxTextBytes) throw new Error(`${name} is too large.`)
      return text(await openStream(entry))
    },
    /** The content of a file with its size. */
    async open(name: string): Promise<{ stream: Readable; size: number } | undefined> {
      const entry = find(name)
      return entry && { stream: await openStream(entry), size: entry.uncompressedSize }
    },
    close: () => zip.close(),
  }
}

function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const { promise, resolve, reject } = Promise.withResolvers<Map<string, Entry>>()
  const entries = new Map<string, Entry>()
  zip.on('entry', (entry: Entry) => {
    entries.set(entry.fileName, entry)
    zip.readEntry()
  })
  zip.on('end', () => resolve(entries))
  zip.on('error', reject)
  zip.readEntry()
  return promise
}
