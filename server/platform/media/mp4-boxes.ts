import type { ITokenizer } from 'strtok3'

const maxBoxes = 10_000

/**
 * Whether the top-level boxes of an MP4 file are contiguous up to its end and include an index and media data.
 * A box that extends past the end, or has no length, fails.
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
