import { type Readable, Transform } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { type Entry, open, type ZipFile } from 'yauzl'

/** An archive that is damaged or malicious. The message names the file in it. */
export class ArchiveError extends Error {}

const openFile = promisify<string, object, ZipFile>(open)
/** A JSON file of an archive is read into memory. */
const maxTextBytes = 64_000_000
const maxEntries = 200_000
/** Only the texts of an archive are compressed: audio and images are stored uncompressed. */
const maxUnpackedBytes = (archiveBytes: number) => 2 * archiveBytes + 256_000_000

/**
 * Reads a ZIP archive from disk. Files are found by their exact name and never extracted, so links have no effect;
 * paths out of the archive are rejected by the library. Declared sizes are limited here, before anything is unpacked,
 * and the library ends a file that is larger than declared.
 */
export async function openZip(path: string) {
  const zip = await openFile(path, { lazyEntries: true, autoClose: false })
  const { entries, repeated } = await readEntries(zip).catch((error: unknown) => {
    zip.close()
    throw error
  })
  const openStream = promisify<Entry, Readable>(zip.openReadStream.bind(zip))

  async function openEntry(entry: Entry): Promise<Readable> {
    const source = await openStream(entry).catch((error: Error) => {
      throw damaged(entry, error)
    })
    const checked = source.pipe(createChecksum(entry))
    source.on('error', (error) => checked.destroy(damaged(entry, error)))
    checked.on('close', () => source.destroy())
    return checked
  }

  function find(name: string): Entry | undefined {
    // Which of them is meant cannot be known.
    if (repeated.has(name)) throw new ArchiveError(`${name} is in the archive twice`)
    return entries.get(name)
  }

  return {
    async readText(name: string): Promise<string | undefined> {
      const entry = find(name)
      if (!entry) return undefined
      if (entry.uncompressedSize > maxTextBytes) throw new ArchiveError(`${name} is too large`)
      return text(await openEntry(entry))
    },
    /** The content of a file with its size. Reading fails if the checksum is wrong. */
    async open(name: string): Promise<{ size: number; read(): Promise<Readable> } | undefined> {
      const entry = find(name)
      return entry && { size: entry.uncompressedSize, read: () => openEntry(entry) }
    },
    close: () => zip.close(),
  }
}

const damaged = ({ fileName }: Entry, cause?: Error) =>
  new ArchiveError(`${fileName} is damaged`, { cause })

/** The library does not compare checksums. */
function createChecksum(entry: Entry): Transform {
  let checksum = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      checksum = crc32(chunk, checksum)
      done(null, chunk)
    },
    flush: (done) => done(checksum === entry.crc32 ? null : damaged(entry)),
  })
}

type Directory = { entries: Map<string, Entry>; repeated: Set<string> }

function readEntries(zip: ZipFile): Promise<Directory> {
  const { promise, resolve, reject } = Promise.withResolvers<Directory>()
  if (zip.entryCount > maxEntries) return Promise.reject(new ArchiveError('it has too many files'))
  const entries = new Map<string, Entry>()
  const repeated = new Set<string>()
  let unpackedBytes = 0
  zip.on('entry', (entry: Entry) => {
    unpackedBytes += entry.uncompressedSize
    if (unpackedBytes > maxUnpackedBytes(zip.fileSize))
      return reject(new ArchiveError('it is much larger unpacked than packed'))
    if (entries.has(entry.fileName)) repeated.add(entry.fileName)
    entries.set(entry.fileName, entry)
    zip.readEntry()
  })
  zip.on('end', () => resolve({ entries, repeated }))
  zip.on('error', (error: Error) => reject(new ArchiveError(error.message, { cause: error })))
  zip.readEntry()
  return promise
}
