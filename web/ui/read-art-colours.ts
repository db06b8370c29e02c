import { type ArtColours, coloursOf } from './art-colours.ts'

const side = 12

export async function readArtColours(picture: string): Promise<ArtColours | undefined> {
  const image = new Image()
  image.src = picture
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(image, 0, 0, side, side)
  return context ? coloursOf(context.getImageData(0, 0, side, side).data) : undefined
}
