/** Files that are valid in two formats: audio or an image here, a page or an archive elsewhere. */

const zipRecordLength = 22
/** The length of a ZIP's end record with the longest comment that may follow it. */
export const edgeLength = zipRecordLength + 0xffff

const markup = /<(?:script|html|!doctype|\?php|svg[\s>])/i

/** `head` and `tail` are the first and last `edgeLength` bytes, or all bytes. */
export function isPolyglot(head: Uint8Array, tail: Uint8Array): boolean {
  return markup.test(asText(head)) || markup.test(asText(tail)) || endsAsZip(tail)
}

/** A ZIP (or jar, or docx) is read from its end, whatever it starts with. */
function endsAsZip(tail: Uint8Array): boolean {
  const bytes = Buffer.from(tail.buffer, tail.byteOffset, tail.byteLength)
  for (let at = bytes.length - zipRecordLength; at >= 0; at--) {
    if (bytes.readUInt32LE(at) !== 0x06054b50) continue
    if (at + zipRecordLength + bytes.readUInt16LE(at + 20) === bytes.length) return true
  }
  return false
}

function asText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
