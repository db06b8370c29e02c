import type { AudioFile } from './pcm.ts'

const names: Record<string, string> = {
  mp4a: 'AAC',
  alac: 'ALAC',
  'ac-3': 'AC-3',
  'ec-3': 'E-AC-3',
}
const protectedEntries = ['drms', 'enca']
const maxBoxes = 64
const maxIndexBytes = 1024 * 1024

/** Why a file cannot be decoded, in a sentence for its owner. */
export async function unsupportedCodec(file: AudioFile): Promise<string> {
  const entry = await codecOfMp4(file)
  if (entry && protectedEntries.includes(entry)) return 'The file is copy-protected.'
  const head = await file.read(0, Math.min(2, file.size))
  const isAdts = head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0
  const name = isAdts ? 'AAC' : names[entry ?? '']
  return name ? `The codec ${name} is not supported.` : 'The codec is not supported.'
}

/** The type of the first sample description, such as `mp4a`; undefined if this is no MP4 file. */
async function codecOfMp4({ size, read }: AudioFile): Promise<string | undefined> {
  let at = 0
  for (let count = 0; count < maxBoxes && at + 16 <= size; count++) {
    const header = Buffer.from(await read(at, at + 16))
    const type = header.toString('latin1', 4, 8)
    if (count === 0 && type !== 'ftyp') return undefined
    const short = header.readUInt32BE(0)
    const length = short === 1 ? Number(header.readBigUInt64BE(8)) : short
    if (length < 8) return undefined
    if (type === 'moov') {
      const index = Buffer.from(
        await read(at, Math.min(size, at + Math.min(length, maxIndexBytes))),
      )
      const description = index.indexOf('stsd')
      return description < 0
        ? undefined
        : index.toString('latin1', description + 16, description + 20)
    }
    at += length
  }
  return undefined
}
