import { type AudioFile, sliceOf } from '../audio-file.ts'

const id3HeaderLength = 10
const hasId3Footer = 0x10
const maxId3Tags = 100
const id3v1Length = 128
const apeFooterLength = 32
const hasApeHeader = 0x80

/**
 * The file without the tags around its audio: ID3 before it, whatever its format, ID3v1 and APE after it. An image in
 * one of them can contain data that looks like frames of audio.
 */
export async function withoutTags(file: AudioFile): Promise<AudioFile> {
  const { start, end } = await audioBounds(file)
  return sliceOf(file, start, end)
}

/** Where the audio between the tags starts and ends. */
export async function audioBounds(file: AudioFile): Promise<{ start: number; end: number }> {
  const start = await id3Length(file)
  return { start, end: Math.max(start, await trailingTagsStart(file)) }
}

/** Bytes of all ID3 tags before the audio; at most the size of the file. */
export async function id3Length({ size, read }: AudioFile): Promise<number> {
  let end = 0
  for (let count = 0; count < maxId3Tags && end + id3HeaderLength <= size; count++) {
    const head = Buffer.from(await read(end, end + id3HeaderLength))
    if (head.toString('latin1', 0, 3) !== 'ID3') break
    const [flags = 0, ...length] = head.subarray(5)
    const footer = flags & hasId3Footer ? id3HeaderLength : 0
    end += id3HeaderLength + length.reduce((sum, byte) => (sum << 7) | (byte & 0x7f), 0) + footer
  }
  return Math.min(size, end)
}

async function trailingTagsStart({ size, read }: AudioFile): Promise<number> {
  const endsWith = async (end: number, length: number, name: string) => {
    const bytes = Buffer.from(await read(Math.max(0, end - length), end))
    return bytes.length === length && bytes.toString('latin1', 0, name.length) === name
      ? bytes
      : undefined
  }
  const end = (await endsWith(size, id3v1Length, 'TAG')) ? size - id3v1Length : size
  const footer = await endsWith(end, apeFooterLength, 'APETAGEX')
  if (!footer) return end
  const header = (footer[23] ?? 0) & hasApeHeader ? apeFooterLength : 0
  return Math.max(0, end - footer.readUInt32LE(12) - header)
}
