import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { displayName } from '#contract/display-name.ts'
import { welcomeCookie } from '#contract/limits.ts'
import * as routes from '#contract/routes.ts'
import { useSession } from '#web/api/auth.ts'
import { request } from '#web/api/client.ts'
import type { Notice } from '#web/api/query-client.ts'
import { type KnownTrack, setLikeInCache, trackQuery } from '#web/api/tracks.ts'
import { onFollowToggled, profileQuery, setFollowInCache } from '#web/api/users.ts'
import { brandName } from '#web/lib/brand.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { type PendingAction, takePendingAction } from '#web/lib/pending-action.ts'
import { useToasts } from '#web/ui/toast/toast-store.ts'

const AddToPlaylistDialog = lazyComponent(
  async () =>
    (await import('#web/features/playlists/add-to-playlist-dialog.tsx')).AddToPlaylistDialog,
)
const ReportDialog = lazyComponent(
  async () => (await import('#web/features/reports/report-dialog.tsx')).ReportDialog,
)

type Opened = { track: KnownTrack } | { report: Extract<PendingAction, { reason: 'report' }> }
type Context = { queryClient: QueryClient; userId: string }

/** After signing in: does what the visitor wanted, once, if it is still possible, and tells new users their username. */
export function PerformPendingAction() {
  const { user } = useSession()
  const toasts = useToasts()
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState<Opened | null>(null)
  const userId = user?.id
  const username = user?.username
  useEffect(() => {
    if (!userId) return
    const action = takePendingAction()
    const text = takeWelcome() ? `Your username is ${username}.` : undefined
    const welcome = () => text && toasts.show({ ...done(`Welcome to ${brandName()}`), text })
    if (!action) return void welcome()
    perform(action, { queryClient, userId }).then(
      (result) => {
        if ('title' in result) return void toasts.show({ ...(text && { text }), ...result })
        setOpened(result)
        welcome()
      },
      () => toasts.show(failed),
    )
  }, [userId, username, queryClient, toasts])
  if (!opened || !user) return null
  const onClose = () => setOpened(null)
  return (
    <Suspense>
      {'track' in opened ? (
        <AddToPlaylistDialog track={opened.track} userId={user.id} onClose={onClose} />
      ) : (
        <ReportDialog
          reported={{ ...opened.report, id: opened.report.subject }}
          onClose={onClose}
        />
      )}
    </Suspense>
  )
}

/** Whether the user is new, once. */
function takeWelcome(): boolean {
  if (!document.cookie.split('; ').includes(`${welcomeCookie}=1`)) return false
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers
  document.cookie = `${welcomeCookie}=; Path=/; Max-Age=0`
  return true
}

const failed: Notice = {
  title: 'Error',
  text: 'Something went wrong. Please try again.',
  tone: 'failure',
}
const done = (title: string): Notice => ({ title, tone: 'success' })

/** The dialog to open, or what to say. A toggle is left alone if it is on already. */
async function perform(action: PendingAction, context: Context): Promise<Opened | Notice> {
  if (action.reason === 'report') return { report: action }
  if (action.reason === 'follow') return follow(action.subject, context)
  const { queryClient, userId } = context
  const track = await queryClient.fetchQuery({ ...trackQuery(action.subject), staleTime: 0 })
  if (!track) return { title: 'This track is no longer available' }
  if (action.reason === 'playlist') return { track }
  if (!track.likes.some((like) => like.userId === userId)) {
    const response = await request(routes.likeTrack, { params: { id: track.id }, body: {} })
    setLikeInCache(queryClient, track.id, userId, response)
  }
  return done(`You like “${track.title}”`)
}

async function follow(id: string, { queryClient, userId }: Context): Promise<Notice> {
  const profile = await queryClient.fetchQuery({ ...profileQuery(id), staleTime: 0 })
  if (!profile) return { title: 'This user is no longer available' }
  if (id === userId) return { title: 'This is your own profile' }
  if (!profile.isFollowing) {
    const response = await request(routes.followUser, { params: { id }, body: {} })
    setFollowInCache(queryClient, id, response)
    onFollowToggled(queryClient, { followerId: userId, followingId: id })
  }
  return done(`You follow ${displayName(profile)}`)
}
