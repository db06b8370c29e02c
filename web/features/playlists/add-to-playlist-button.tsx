import { ListPlus } from 'lucide-react'
import type { Track } from '#contract/tracks.ts'
import { useSession } from '#web/api/auth.ts'
import { redirectToLogin } from '#web/lib/redirect-to-login.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { useOpenDialog } from '#web/ui/dialog-host.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useToasts } from '#web/ui/toast/toast-store.ts'

export const loadAddToPlaylist = async () =>
  (await import('./add-to-playlist-dialog.tsx')).AddToPlaylistDialog

type VariantProps = { title: string; onClick: () => void }

const variants = {
  icon: ({ title, onClick }: VariantProps) => (
    <IconButton label={`Add ${title} to playlist`} onClick={onClick}>
      <ListPlus />
    </IconButton>
  ),
  small: ({ title, onClick }: VariantProps) => (
    <IconButton size="small" tone="faint" label={`Add ${title} to playlist`} onClick={onClick}>
      <ListPlus />
    </IconButton>
  ),
  labeled: ({ onClick }: VariantProps) => (
    <Button aria-label="Add to playlist" iconOnlyBelow="desk" onClick={onClick}>
      <ListPlus aria-hidden="true" />
      <span className="hidden desk:inline">Add to playlist</span>
    </Button>
  ),
  quiet: ({ title, onClick }: VariantProps) => (
    <ActionButton
      label={`Add to Playlist: ${title}`}
      icon={<ListPlus aria-hidden="true" />}
      onClick={onClick}
    >
      Add to Playlist
    </ActionButton>
  ),
}

type AddToPlaylistButtonProps = {
  track: Track
  /** `labeled` and `quiet` have a text, `labeled` only on desktops. */
  variant?: keyof typeof variants
  /** Shown to visitors too, as a link to the sign-in page. */
  forVisitors?: boolean
}

export function AddToPlaylistButton(props: AddToPlaylistButtonProps) {
  const { track, variant = 'icon', forVisitors = false } = props
  const { user } = useSession()
  const toasts = useToasts()
  const openDialog = useOpenDialog()
  const Variant = variants[variant]
  if (!user && !forVisitors) return null
  function open() {
    if (user) return openDialog(loadAddToPlaylist, { track, userId: user.id })
    toasts.show({ title: 'Redirecting to login...', tone: 'sign-in' })
    redirectToLogin({ reason: 'playlist', subject: track.id })
  }
  return <Variant title={track.title} onClick={open} />
}
