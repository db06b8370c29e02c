const orientationTag = 0x0112
const shortType = 3
const entryLength = 12
/** Entries of the first directory; cameras write about twenty. */
const maxEntries = 500
/** The prefix of EXIF data in a JPEG, and in some files of other formats. */
export const exifPrefix = 'Exif\0\0'

/**
 * Replaces EXIF data, in place, by the only value that is used: the orientation. Directories can refer to each other in
 * ways that cost their parser minutes, and it knows the private formats of many cameras.
 */
export function reduceExif(data: Buffer): void {
  const hasPrefix = data.toString('latin1', 0, exifPrefix.length) === exifPrefix
  const tiff = hasPrefix ? data.subarray(exifPrefix.length) : data
  const reduced = exifWith(readOrientation(tiff))
  tiff.fill(0)
  if (tiff.length >= reduced.length) reduced.copy(tiff)
}

/** 1, upright, if it is missing or invalid. */
function readOrientation(tiff: Buffer): number {
  const isLittleEndian = tiff.toString('latin1', 0, 2) === 'II'
  const uint16 = (at: number) => (isLittleEndian ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  try {
    const directory = isLittleEndian ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
    const entries = Math.min(uint16(directory), maxEntries)
    for (let i = 0; i < entries; i++) {
      const at = directory + 2 + i * entryLength
      if (uint16(at) === orientationTag && uint16(at + 2) === shortType) return uint16(at + 8)
    }
  } catch {
    // A directory outside of the data.
  }
  return 1
}

/** Big-endian, with one directory of one entry. */
export function exifWith(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM\0*', 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(orientationTag, 10)
  tiff.writeUInt16BE(shortType, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}
