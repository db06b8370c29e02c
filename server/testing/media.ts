import { imageWidths, largeImageWidth } from '#contract/limits.ts'
import { createMedia, type Media } from '#server/platform/media/media.ts'

/**
 * The test files of a worker share a sandbox process: starting one takes half a second of CPU time. It exits with the
 * worker, which does not wait for it.
 */
export const sharedMedia: Media = {
  ...createMedia({ imageWidths, largeImageWidth }),
  close: async () => {},
}
