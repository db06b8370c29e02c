import { crc32 } from 'node:zlib'
import { createKeyedMutex } from '#server/platform/batching/keyed-mutex.ts'
import {
  type ByteSource,
  bytesSource,
  concatSources,
  lazySource,
  wholeOf,
} from '#server/platform/objects/byte-source.ts'
import { centralDirectory, dataDescriptor, localHeader, type ZipEntry } from './zip-records.ts'

export type ZipMember = {
  name: string
  content: ByteSource
  /** The same for the same bytes, to find their checksum again. */
  version: string
}

export type Checksums = {
  record(version: string, sum: number): void
  of(member: ZipMember): Promise<number>
}

type Known = {
  get(version: string): number | undefined
  set(version: string, sum: number): unknown
}

/** The checksums of members. Each is computed once, however many clients need it. */
export function createChecksums(known: Known = new Map()): Checksums {
  const withLock = createKeyedMutex()
  const record = (version: string, sum: number) => void known.set(version, sum)
  return {
    record,
    of: ({ version, content }) =>
      withLock(version, async () => {
        const sum = known.get(version) ?? (await readChecksum(content))
        record(version, sum)
        return sum
      }),
  }
}

async function readChecksum(source: ByteSource): Promise<number> {
  let sum = 0
  if (source.size > 0)
    for await (const bytes of source.read(wholeOf(source))) sum = crc32(bytes, sum)
  return sum
}

type Options = {
  /** What the archive says about all its files. */
  modified: Date
  checksums: Checksums
}

/**
 * A ZIP archive that is made while it is read, without compression: audio and images are compressed already. The same
 * members make the same bytes. The checksum of a file comes after it, and again at the end, so that a file is read once;
 * who continues a download in the middle needs those of the files before, and they are read again unless known.
 */
export function zipSource(members: readonly ZipMember[], options: Options): ByteSource {
  const { modified, checksums } = options
  const entries: (ZipEntry & ZipMember)[] = []
  let offset = 0
  for (const member of members) {
    const entry = { ...member, modified, offset, size: member.content.size }
    entries.push(entry)
    offset += localHeader(entry).length + entry.size + dataDescriptor(entry, 0).length
  }
  const directory = async () => {
    const sums: number[] = []
    for (const entry of entries) sums.push(await checksums.of(entry))
    return centralDirectory(entries, sums, offset)
  }
  const empty = centralDirectory(entries, [], offset)
  return concatSources([
    ...entries.flatMap((entry) => [
      bytesSource(localHeader(entry)),
      withChecksum(entry.content, (sum) => checksums.record(entry.version, sum)),
      lazySource(dataDescriptor(entry, 0).length, async () =>
        dataDescriptor(entry, await checksums.of(entry)),
      ),
    ]),
    lazySource(empty.length, directory),
  ])
}

/** Calls back with the checksum once the whole source has been read. */
function withChecksum(source: ByteSource, callback: (sum: number) => void): ByteSource {
  return {
    size: source.size,
    async *read(range) {
      let sum = 0
      for await (const bytes of source.read(range)) {
        sum = crc32(bytes, sum)
        yield bytes
      }
      if (range.start === 0 && range.end === source.size - 1) callback(sum)
    },
  }
}
