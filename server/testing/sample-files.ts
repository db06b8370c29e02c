import { readFileSync } from 'node:fs'
import path from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { createWav, wavHeaderBytes } from './wav.ts'

/** Real files, valid and invalid. The audio files in `fixtures/` are a second or two of a 330 Hz tone. */

export function fixture(name: string): Buffer {
  return readFileSync(path.join(import.meta.dirname, 'fixtures', name))
}

export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp'
type ImageOptions = { width?: number; height?: number; format?: ImageFormat; orientation?: number }

export function createImage({
  width = 300,
  height = 300,
  format = 'png',
  orientation,
}: ImageOptions = {}): Promise<Buffer> {
  const image = sharp({ create: { width, height, channels: 3, background: '#c5303f' } })
  return (orientation ? image.withMetadata({ orientation }) : image).toFormat(format).toBuffer()
}

/** A JPEG of exactly this many bytes: decoders ignore bytes after its end. */
export async function jpegOfSize(bytes: number): Promise<Buffer> {
  const jpeg = await createImage({ format: 'jpeg' })
  return Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)])
}

/** A WAV of exactly this many bytes. */
export const wavOfSize = (bytes: number) => createWav(bytes - wavHeaderBytes)

/** A few kilobytes that decompress to this many pixels. */
export function blankPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const rows = deflateSync(Buffer.alloc((width + 1) * height))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export function pngChunk(name: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(data.length + 12)
  chunk.writeUInt32BE(data.length)
  chunk.write(name, 4)
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), data.length + 8)
  return chunk
}

export function gifWithFrames(frames: number): Buffer {
  const head = Buffer.from('GIF89a\x0a\x00\x0a\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff', 'latin1')
  const frame = Buffer.from(
    '\x21\xf9\x04\x00\x01\x00\x00\x00\x2c\x00\x00\x00\x00\x0a\x00\x0a\x00\x00\x02\x02\x44\x01\x00',
    'latin1',
  )
  const all = Array.from({ length: frames }, () => frame)
  return Buffer.concat([head, ...all, Buffer.from(';')])
}

/** An ID3 tag that claims `length` bytes and contains `content`. */
export function id3Tag(length: number, content: Buffer): Buffer {
  const sizes = [21, 14, 7, 0].map((bits) => (length >> bits) & 0x7f)
  return Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, ...sizes]), content])
}

export const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
)
export const html = Buffer.from('<!doctype html><script>alert(1)</script>'.repeat(20))

/** An empty ZIP; it stays valid with any prefix. */
export const zip = Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1')
