/** Below the 255 bytes of file systems, with space for a number and an extension. */
const maxBytes = 200
/** What Windows or other systems do not allow in names, and characters that change the direction of the others. */
const forbidden = /[\p{Cc}<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
/** Devices of Windows, with any extension. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** A name that every file system takes, without an extension. */
export function toFileName(text: string): string {
  const cleaned = text.toWellFormed().normalize('NFC').replaceAll(forbidden, '_')
  const name = truncate(cleaned.replace(/^[\s.]+/, '')).replace(/[\s.]+$/, '')
  if (name === '') return 'Untitled'
  return reserved.test(name) ? `_${name}` : name
}

/** More than any emoji has. A letter with more marks than that is cut among them, or nothing might be left of a name. */
const maxGraphemeBytes = 64

function truncate(text: string): string {
  let length = 0
  let end = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    const isWhole = Buffer.byteLength(segment) <= maxGraphemeBytes
    for (const part of isWhole ? [segment] : segment) {
      length += Buffer.byteLength(part)
      if (length > maxBytes) return text.slice(0, end)
      end += part.length
    }
  }
  return text
}
