import { canDownload } from '#contract/downloads.ts'
import { forbidden } from '#server/errors.ts'
import type { Viewer } from '#server/viewer.ts'

/** For an item that the viewer can see. */
export function assertCanDownload(
  item: Parameters<typeof canDownload>[0],
  viewer: Viewer | undefined,
) {
  if (canDownload(item, viewer)) return
  throw forbidden(
    item.type === 'playlist'
      ? 'Only albums, EPs, singles and compilations can be downloaded.'
      : 'The artist does not allow downloads.',
  )
}
