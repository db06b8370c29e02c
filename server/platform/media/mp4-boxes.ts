import type { ITokenizer } from 'strtok3'

const maxBoxes = 10_000

/**
 * Whether the outermost boxes of an MP4 file follow each other to its very end and hold both an
 * index and sound. A box that runs past the end, or that does not say how long it is, fails.
 */
export async function hasAudioTrack(file: ITokenizer, size: number): Promise<boolean> {
  const seen = new Set<string>()
  const head = Buffer.alloc(16)
  let at = 0
  for (let boxes = 0; at < size; boxes++) {
    if (boxes === maxBoxes || size - at < 8) return false
    await file.peekBuffer(head, { position: at, mayBeLess: true })
    const short = head.readUInt32BE(0)
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short
    if (length < (short === 1 ? 16 : 8) || length > size - at) return false
    seen.add(head.toString('latin1', 4, 8))
    at += length
  }
  return seen.has('moov') && (seen.has('mdat') || seen.has('moof'))
}
