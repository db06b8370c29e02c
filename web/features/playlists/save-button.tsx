import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BookmarkCheck, BookmarkPlus } from 'lucide-react'
import { playlistLabel, playlistNouns } from '#contract/playlist-types.ts'
import type { PlaylistDetail } from '#contract/playlists.ts'
import { useSession } from '#web/api/auth.ts'
import { setPlaylistSaved } from '#web/api/playlists.ts'
import { type PendingAction, savePendingAction } from '#web/lib/pending-action.ts'
import { redirectToLogin } from '#web/lib/redirect-to-login.ts'
import { Button } from '#web/ui/button.tsx'
import { useToasts } from '#web/ui/toast/toast-store.ts'

/** Adds a playlist of another user to the library, or removes it. On phones and tablets an icon. */
export function SaveButton({ playlist }: { playlist: PlaylistDetail }) {
  const { id, isSaved, type } = playlist
  const action: PendingAction = { reason: 'save', subject: id }
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const { user } = useSession()
  const save = useMutation({
    mutationFn: (saved: boolean) => setPlaylistSaved(queryClient, playlist, saved),
    meta: {
      onFailure: { title: `Failed to save ${playlistNouns[type]}` },
      onSessionExpired: () => !isSaved && savePendingAction(action),
    },
    onSuccess: (_, saved) =>
      saved && toasts.show({ title: `${playlistLabel(type)} saved`, tone: 'success' }),
  })
  function toggle() {
    if (user === undefined) return
    if (user) return save.mutate(!isSaved)
    toasts.show({ title: 'Redirecting to login...', tone: 'sign-in' })
    redirectToLogin(action)
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
