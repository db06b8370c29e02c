/** The records of a ZIP archive (APPNOTE.TXT 6.3): headers around each file, and the directory at the end. */

export type ZipEntry = {
  name: string
  size: number
  modified: Date
  /** Where its local header starts. */
  offset: number
}

const max32 = 0xffff_ffff
const max16 = 0xffff
const versions = { default: 20, zip64: 45 }
/** Made on Unix: the upper half of the attributes are the rights of the file. */
const madeOnUnix = 3 << 8
const readableFile = (0o100644 << 16) >>> 0
/** The checksum follows the file, and the name is in UTF-8. */
const flags = 0x0008 | 0x0800

/** Sizes and checksum are zero: they follow the file. */
export function localHeader({ name, modified }: ZipEntry): Buffer {
  const header = record(30)
  header.uint32(0x04034b50)
  header.uint16(versions.default, flags, 0, ...dosTime(modified))
  header.uint32(0, 0, 0)
  header.uint16(Buffer.byteLength(name), 0)
  return Buffer.concat([header.bytes, Buffer.from(name)])
}

export function dataDescriptor({ size }: ZipEntry, checksum: number): Buffer {
  if (size > max32) throw new Error('A file of an archive has at most 4 GiB.')
  const descriptor = record(16)
  descriptor.uint32(0x08074b50, checksum, size, size)
  return descriptor.bytes
}

/** With the records of ZIP64 where a position or a count needs more than 32 or 16 bits. Its length does not depend on the checksums. */
export function centralDirectory(
  entries: readonly ZipEntry[],
  checksums: readonly number[],
  start: number,
): Buffer {
  const headers = Buffer.concat(
    entries.map((entry, index) => directoryHeader(entry, checksums[index] ?? 0)),
  )
  const end = { count: entries.length, start, size: headers.length }
  const needsZip64 = end.count >= max16 || start >= max32 || headers.length >= max32
  return Buffer.concat([headers, ...(needsZip64 ? [zip64End(end)] : []), directoryEnd(end)])
}

function directoryHeader({ name, size, modified, offset }: ZipEntry, checksum: number): Buffer {
  const extra = offset >= max32 ? zip64Offset(offset) : Buffer.alloc(0)
  const version = extra.length > 0 ? versions.zip64 : versions.default
  const header = record(46)
  header.uint32(0x02014b50)
  header.uint16(madeOnUnix | version, version, flags, 0, ...dosTime(modified))
  header.uint32(checksum, size, size)
  header.uint16(Buffer.byteLength(name), extra.length, 0, 0, 0)
  header.uint32(readableFile, Math.min(offset, max32))
  return Buffer.concat([header.bytes, Buffer.from(name), extra])
}

function zip64Offset(offset: number): Buffer {
  const extra = record(12)
  extra.uint16(1, 8)
  extra.uint64(offset)
  return extra.bytes
}

type DirectoryEnd = { count: number; start: number; size: number }

function directoryEnd({ count, start, size }: DirectoryEnd): Buffer {
  const end = record(22)
  const counted = Math.min(count, max16)
  end.uint32(0x06054b50)
  end.uint16(0, 0, counted, counted)
  end.uint32(Math.min(size, max32), Math.min(start, max32))
  end.uint16(0)
  return end.bytes
}

/** The end of the directory in 64 bits, and where it is. */
function zip64End({ count, start, size }: DirectoryEnd): Buffer {
  const end = record(56 + 20)
  end.uint32(0x06064b50)
  end.uint64(44)
  end.uint16(madeOnUnix | versions.zip64, versions.zip64)
  end.uint32(0, 0)
  end.uint64(count, count, size, start)
  end.uint32(0x07064b50, 0)
  end.uint64(start + size)
  end.uint32(1)
  return end.bytes
}

/** Writes numbers one after the other. */
function record(length: number) {
  const bytes = Buffer.alloc(length)
  let at = 0
  return {
    bytes,
    uint16(...values: number[]) {
      for (const value of values) at = bytes.writeUInt16LE(value, at)
    },
    uint32(...values: number[]) {
      for (const value of values) at = bytes.writeUInt32LE(value, at)
    },
    uint64(...values: number[]) {
      for (const value of values) at = bytes.writeBigUInt64LE(BigInt(value), at)
    },
  }
}

/** Time and date in two seconds' precision, from 1980 on. In UTC, so that it does not depend on the server. */
function dosTime(date: Date): [number, number] {
  const time =
    (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)
  const year = Math.max(0, date.getUTCFullYear() - 1980)
  return [time, (year << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()]
}
