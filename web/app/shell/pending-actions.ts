import type { QueryClient } from '@tanstack/react-query'
import { displayName } from '#contract/display-name.ts'
import { playlistLabel, playlistNouns } from '#contract/playlist-types.ts'
import * as routes from '#contract/routes.ts'
import { request } from '#web/api/client.ts'
import { playlistQuery, setPlaylistSaved } from '#web/api/playlists.ts'
import type { Notice } from '#web/api/query-client.ts'
import { type RepostItem, repostQuery, setReposted } from '#web/api/reposts.ts'
import { setLikeInCache, trackQuery } from '#web/api/tracks.ts'
import { onFollowToggled, profileQuery, setFollowInCache } from '#web/api/users.ts'
import { loadAddToPlaylist } from '#web/features/playlists/add-to-playlist-button.tsx'
import { loadReportDialog } from '#web/features/reports/use-report-item.tsx'
import type { PendingAction } from '#web/lib/pending-action.ts'
import type { OpenDialog } from '#web/ui/dialog-host.tsx'

type Context = { queryClient: QueryClient; userId: string; openDialog: OpenDialog }

const done = (title: string): Notice => ({ title, tone: 'success' })

/** Returns what to say; null if a dialog opens. A toggle is left alone if it is on already. */
export async function performAction(
  action: PendingAction,
  context: Context,
): Promise<Notice | null> {
  const { queryClient, userId, openDialog } = context
  if (action.reason === 'report') {
    const { subject, ...reported } = action
    openDialog(loadReportDialog, { reported: { ...reported, id: subject } })
    return null
  }
  if (action.reason === 'follow') return follow(action.subject, context)
  if (action.reason === 'save') return save(action.subject, context)
  if (action.reason === 'repost') return repost({ kind: action.kind, id: action.subject }, context)
  const track = await queryClient.fetchQuery({ ...trackQuery(action.subject), staleTime: 0 })
  if (!track) return { title: 'This track is no longer available' }
  if (action.reason === 'playlist') {
    openDialog(loadAddToPlaylist, { track, userId })
    return null
  }
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

async function save(id: string, { queryClient, userId }: Context): Promise<Notice> {
  const playlist = await queryClient.fetchQuery({ ...playlistQuery(id), staleTime: 0 })
  if (!playlist) return { title: 'This playlist is no longer available' }
  if (playlist.userId === userId)
    return { title: `This is your own ${playlistNouns[playlist.type]}` }
  if (!playlist.isSaved) await setPlaylistSaved(queryClient, playlist, true)
  return done(`${playlistLabel(playlist.type)} saved`)
}

async function repost(item: RepostItem, { queryClient, userId }: Context): Promise<Notice> {
  const state = await queryClient.fetchQuery({ ...repostQuery(item), staleTime: 0 })
  if (!state.reposted) await setReposted(queryClient, { item, userId }, true)
  return done('Reposted')
}
