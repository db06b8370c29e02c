/** What a picture to upload must be, and what a person is told when it is not. */

/** For the `accept` of a file input. */
export const imageTypes = '.jpg,.jpeg,.png,.gif,.webp'

const isImage = /\.(jpe?g|png|gif|webp)$/i

type Chosen = { name: string; size: number }

/** `most` is how many bytes it may have. */
export function imageProblem(file: Chosen, most: number): string | undefined {
  if (!isImage.test(file.name)) return 'Please select a valid image file'
  if (file.size > most) return `File size must be less than ${most / 1024 / 1024}MB`
  return undefined
}
