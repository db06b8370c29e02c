import { LRUCache } from 'lru-cache'

type Source = { key: string; size: number; load: () => Promise<Buffer> }

/**
 * Converts images to square JPEGs, cropped in the middle: what we have drawn or encoded ourselves, never an upload.
 * The last ones are cached.
 */
export function createSquareJpegs() {
  const cached = new LRUCache<string, Promise<Buffer>>({ max: 50 })
  const convert = async ({ size, load }: Source) => {
    // Most servers are never asked for one.
    const { default: sharp } = await import('sharp')
    return sharp(await load())
      .resize(size, size, { fit: 'cover' })
      .flatten()
      .jpeg({ quality: 85 })
      .toBuffer()
  }
  return (source: Source): Promise<Buffer> => {
    const key = `${source.key} ${source.size}`
    const jpeg = cached.get(key) ?? convert(source)
    cached.set(key, jpeg)
    jpeg.catch(() => cached.delete(key))
    return jpeg
  }
}
