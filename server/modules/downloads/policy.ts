import { canDownload } from '#contract/downloads.ts'
import { forbidden } from '#server/errors.ts'
import type { ContentViewer } from '#server/viewer.ts'

/** For an item that the viewer can see. */
export function assertCanDownload(
  item: Parameters<typeof canDownload>[0],
  viewer: ContentViewer | undefined,
) {
  // The owner decides for each share link whether its holders may download.
  const isAllowed =
    viewer?.id === null
      ? canDownload({ ...item, allowDownload: viewer.mayDownload }, null)
      : canDownload(item, viewer)
  if (isAllowed) return
  throw forbidden(
    item.type === 'playlist'
      ? 'Only albums, EPs, singles and compilations can be downloaded.'
      : 'The artist does not allow downloads.',
  )
}
