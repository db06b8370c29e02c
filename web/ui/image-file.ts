import { validateFile } from './file-validation.ts'

/** What a picture to upload must be, and what a person is told when it is not. */

/** For the `accept` of a file input. */
export const imageAccept = '.jpg,.jpeg,.png,.gif,.webp'

/** `most` is how many bytes it may have. */
export function validateImage(
  { name, size }: { name: string; size: number },
  most: number,
): string | undefined {
  // By its name alone: an svg calls itself an image too.
  return validateFile(
    { name, size, type: '' },
    { kind: 'image', accept: imageAccept, maxBytes: most },
  )
}
