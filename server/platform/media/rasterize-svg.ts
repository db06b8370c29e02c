import { LRUCache } from 'lru-cache'

/** Converts an SVG that we have drawn ourselves, never an uploaded one, to a square JPEG. */
export function createSvgRasterizer(size: number) {
  const rasters = new LRUCache<string, Promise<Buffer>>({ max: 50 })
  const rasterize = async (svg: string) => {
    // Most servers are never asked for one.
    const { default: sharp } = await import('sharp')
    return sharp(Buffer.from(svg)).resize(size, size).flatten().jpeg({ quality: 85 }).toBuffer()
  }
  return (key: string, draw: () => string): Promise<Buffer> => {
    const raster = rasters.get(key) ?? rasterize(draw())
    rasters.set(key, raster)
    raster.catch(() => rasters.delete(key))
    return raster
  }
}
