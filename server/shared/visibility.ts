import type { Privacy } from '#contract/fields.ts'
import type { Viewer } from '#server/viewer.ts'

type Owned = { privacy: Privacy; userId: string }

/** With its link a viewer can open anything except another user's private item. */
export function canView(item: Owned, viewer: Viewer | undefined): boolean {
  return item.privacy !== 'private' || canEdit(item, viewer)
}

/** The owner and the administrator see and edit every field. */
export function canEdit(item: Pick<Owned, 'userId'>, viewer: Viewer | undefined): boolean {
  return viewer !== undefined && (viewer.isAdmin || viewer.id === item.userId)
}
