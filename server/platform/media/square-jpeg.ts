import { LRUCache } from 'lru-cache'
import { unavailable } from '#server/errors.ts'
import { createFairQueue } from '#server/platform/batching/fair-queue.ts'
import { MiB } from '#server/platform/memory/memory-budget.ts'
import { countCacheRequest } from '#server/platform/metrics/metrics.ts'

type Source = {
  key: string
  size: number
  load: () => Promise<Buffer>
  /** The client that requests the image: no client delays the others. */
  client: string
}

export type SquareJpegs = ReturnType<typeof createSquareJpegs>

/**
 * Converts images to square JPEGs, cropped in the middle: generated images or our own encodings, never an upload.
 * One at a time, because 1,400 px take a twentieth of a second of CPU; the last ones are cached.
 */
export function createSquareJpegs({ maxQueue = 50 } = {}) {
  const cached = new LRUCache<string, Buffer>({ maxSize: 16 * MiB, sizeCalculation: sizeOf })
  const pending = new Map<string, Promise<Buffer>>()
  const queue = createFairQueue({
    concurrency: 1,
    maxQueue,
    onOverflow: () => unavailable('The image'),
  })

  async function convert({ size, load }: Source): Promise<Buffer> {
    // Loaded on first use: most servers never get such a request.
    const { default: sharp } = await import('sharp')
    return sharp(await load())
      .resize(size, size, { fit: 'cover' })
      .flatten()
      .jpeg({ quality: 85 })
      .toBuffer()
  }

  return async (source: Source): Promise<Buffer> => {
    const key = `${source.key} ${source.size}`
    const known = cached.get(key) ?? pending.get(key)
    countCacheRequest('square-images', known !== undefined)
    if (known) return known
    const converting = queue({ keys: [source.client] }, () => convert(source))
    pending.set(key, converting)
    try {
      const jpeg = await converting
      cached.set(key, jpeg)
      return jpeg
    } finally {
      pending.delete(key)
    }
  }
}

const sizeOf = ({ byteLength }: Buffer) => byteLength
