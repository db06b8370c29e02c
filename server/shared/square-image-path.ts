type SquareImageKind = 'track' | 'playlist' | 'profile'

/** A JPEG for other sites and apps, of modules/square-images: many of them show neither SVG nor WebP. */
export const squareImagePath = (kind: SquareImageKind, id: string, size?: number) =>
  `/square-images/${kind}/${id}.jpg${size ? `?size=${size}` : ''}`
