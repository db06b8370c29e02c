import type { Privacy } from '#contract/fields.ts'
import type { Viewer } from '#server/viewer.ts'

type Owned = { privacy: Privacy; userId: string }

/** Whether the viewer may open a thing with its link: anything but another's private one. */
export function mayOpen(thing: Owned, viewer: Viewer | undefined): boolean {
  return thing.privacy !== 'private' || mayManage(thing, viewer)
}

/** The owner and the administrator see and change everything of it. */
export function mayManage(thing: Pick<Owned, 'userId'>, viewer: Viewer | undefined): boolean {
  return viewer !== undefined && (viewer.isAdmin || viewer.id === thing.userId)
}
