/** The first bytes of files: enough to reject most of what is neither audio nor an image, at no cost. */

export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp'

/** Enough for every signature below. */
export const signatureLength = 32

export function imageFormat(head: Uint8Array): ImageFormat | undefined {
  const text = asText(head)
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(text)) return 'gif'
  if (/^RIFF.{4}WEBP/s.test(text)) return 'webp'
  return undefined
}

/** Whether the file can be audio. A tag or a frame header proves little: the parsers decide. */
export function looksLikeAudio(head: Uint8Array): boolean {
  const text = asText(head)
  if (/^(ID3|fLaC|OggS|RIFF.{4}WAVE|RF64.{4}WAVE|.{4}ftyp)/s.test(text)) return true
  // MPEG audio and ADTS frames start with eleven set bits.
  return /^\xff[\xe0-\xff]/.test(text)
}

function asText({ buffer, byteOffset, byteLength }: Uint8Array): string {
  const length = Math.min(byteLength, signatureLength)
  return Buffer.from(buffer, byteOffset, length).toString('latin1')
}
