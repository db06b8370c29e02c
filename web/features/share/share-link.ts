import type { Privacy } from '#contract/fields.ts'
import { type PlaylistType, playlistNouns } from '#contract/playlist-types.ts'
import { publishMoment } from '#web/lib/publishing.ts'
import type { ToastText } from '#web/ui/toast/toast-store.ts'

type Shared = { title: string; url: string }
export type SharedKind = 'track' | 'playlist'
export type SharedItem = {
  id: string
  slug: string
  title: string
  privacy: Privacy
  publishAt?: string | undefined
  type?: PlaylistType
}

const maxShownLength = 50
const manualCopyMs = 10_000

/** Shares a track or playlist. For a private one the toast adds who can open the link. */
export async function shareItem(
  kind: SharedKind,
  { title, url, privacy, publishAt, type }: Shared & Omit<SharedItem, 'id' | 'slug'>,
  { copyOnly = false } = {},
): Promise<ToastText | null> {
  const toast = await shareLink({ title, url }, !copyOnly && hasShareSheet())
  if (privacy !== 'private') return toast
  const noun = type ? playlistNouns[type] : kind
  const note = publishAt
    ? `Only you can open this link until the ${noun} goes public on ${publishMoment(publishAt)}.`
    : `Only you can open this link while the ${noun} is private.`
  if (!toast) return { title: `This ${noun} is ${publishAt ? 'scheduled' : 'private'}`, text: note }
  return { ...toast, text: `${toast.text}\n${note}` }
}

/** Opens the share sheet, which gives its own feedback, or copies the link. */
export async function shareLink(shared: Shared, withSheet: boolean): Promise<ToastText | null> {
  try {
    if (withSheet) {
      await navigator.share(shared)
      return null
    }
    // In insecure contexts there is no clipboard: this throws.
    await navigator.clipboard.writeText(shared.url)
    return { title: 'Link copied!', text: shared.url.slice(0, maxShownLength), tone: 'success' }
  } catch (error) {
    const isClosed = withSheet && error instanceof Error && error.name === 'AbortError'
    return isClosed ? null : { title: 'Copy this link', text: shared.url, duration: manualCopyMs }
  }
}

/** On mobile only: on desktops users expect the link to be copied. */
export function hasShareSheet(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  // iPads identify as Macs, which have no touch screen.
  const isPad = userAgent.includes('Macintosh') && maxTouchPoints > 1
  return 'share' in navigator && (isPad || /Android|iPhone|iPad|iPod|Mobile/i.test(userAgent))
}
