/** Frames of ID3v2.4 (https://id3.org/id3v2.4.0-structure). */

const utf8 = 3

export function textFrame(name: string, text: string | undefined): Buffer {
  if (!text) return Buffer.alloc(0)
  return id3Frame(name, [Buffer.from([utf8]), Buffer.from(text)])
}

export function id3Frame(name: string, content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  return Buffer.concat([frameHeader(name, body.length), body])
}

export const frameHeader = (name: string, length: number, flags = 0): Buffer =>
  Buffer.concat([Buffer.from(name), syncSafe(length), Buffer.from([flags >> 8, flags & 0xff])])

/** Seven bits in each byte, so that a length never looks like the start of a frame of audio. */
export const syncSafe = (length: number) =>
  Buffer.from([21, 14, 7, 0].map((bits) => (length >> bits) & 0x7f))
