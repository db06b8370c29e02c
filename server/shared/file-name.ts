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

function truncate(text: string): string {
  let length = 0
  let end = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    length += Buffer.byteLength(segment)
    if (length > maxBytes) break
    end += segment.length
  }
  return text.slice(0, end)
}
