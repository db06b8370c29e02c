import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { BookmarkCheck, BookmarkPlus } from 'lucide-react'
import { playlistLabel, playlistNouns } from '#contract/playlist-types.ts'
import type { PlaylistDetail } from '#contract/playlists.ts'
import * as routes from '#contract/routes.ts'
import { useSession } from '#web/api/auth.ts'
import { request } from '#web/api/client.ts'
import { playlistQuery } from '#web/api/playlists.ts'
import { redirectToLogin } from '#web/lib/redirect-to-login.ts'
import { Button } from '#web/ui/button.tsx'
import { useToasts } from '#web/ui/toast/toast-store.ts'

/** Adds a playlist of another user to the library, or removes it. On phones and tablets an icon. */
export function SaveButton({ playlist }: { playlist: PlaylistDetail }) {
  const { isSaved, type } = playlist
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const { user } = useSession()
  const save = useMutation({
    mutationFn: (saved: boolean) => setPlaylistSaved(queryClient, playlist, saved),
    meta: { onFailure: { title: `Failed to save ${playlistNouns[type]}` } },
    onSuccess: (_, saved) =>
      toasts.show({
        title: `${playlistLabel(type)} ${saved ? 'saved' : 'removed from your library'}`,
        tone: 'success',
      }),
  })
  function toggle() {
    if (user === undefined) return
    if (user) return save.mutate(!isSaved)
    toasts.show({ title: 'Redirecting to login...', tone: 'sign-in' })
    redirectToLogin()
  }
  const Icon = isSaved ? BookmarkCheck : BookmarkPlus
  return (
    <Button
      isPending={save.isPending}
      onClick={toggle}
      iconOnlyBelow="nav"
      {...(isSaved && { 'aria-label': 'Saved, remove from your library' })}
    >
      <Icon aria-hidden="true" {...(isSaved && { className: 'text-primary-text' })} />
      <span className="max-nav:sr-only">{isSaved ? 'Saved' : `Save ${playlistNouns[type]}`}</span>
    </Button>
  )
}

/** Saves a playlist of another user, or removes it from the library. */
async function setPlaylistSaved(
  queryClient: QueryClient,
  { id, slug }: { id: string; slug: string },
  isSaved: boolean,
): Promise<void> {
  if (isSaved) await request(routes.savePlaylist, { params: { id }, body: {} })
  else await request(routes.removeSavedPlaylist, { params: { id } })
  for (const slugOrId of [slug, id])
    queryClient.setQueryData(
      playlistQuery(slugOrId).queryKey,
      (cached) => cached && { ...cached, isSaved },
    )
}
