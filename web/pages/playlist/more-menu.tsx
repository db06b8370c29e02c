import { Ellipsis, ImageUp, Link2, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { limits } from '#contract/limits.ts'
import type { Playlist } from '#contract/playlists.ts'
import { invalidCover } from '#web/features/playlists/messages.ts'
import { browserDevice, shareLink } from '#web/features/share/share-link.ts'
import { paths } from '#web/lib/paths.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ImageInput } from '#web/ui/image-input.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'

const loadDelete = async () => (await import('./delete-playlist.tsx')).DeletePlaylist

type MoreMenuProps = {
  playlist: Playlist
  isOwner: boolean
  onCover: (picture: File) => void
}

export function MoreMenu({ playlist, isOwner, onCover }: MoreMenuProps) {
  const pictureInput = useRef<HTMLInputElement>(null)
  const dialog = useLazyComponent(loadDelete)
  const copyLink = useCopyLink(playlist)
  const toasts = useToasts()
  return (
    <>
      <Menu
        trigger={
          <IconButton edge label="More" className="size-11!">
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={<Link2 />} onSelect={copyLink}>
          Copy link
        </MenuItem>
        {isOwner && (
          <>
            <MenuItem icon={<ImageUp />} onSelect={() => pictureInput.current?.click()}>
              Change cover
            </MenuItem>
            <MenuSeparator />
            <MenuItem danger icon={<Trash2 />} onSelect={dialog.open}>
              Delete playlist
            </MenuItem>
          </>
        )}
      </Menu>
      {isOwner && (
        <ImageInput
          ref={pictureInput}
          label="Cover picture"
          maxBytes={limits.maxImageBytes}
          onImage={onCover}
          onProblem={(problem) => toasts.show(invalidCover(problem))}
        />
      )}
      {dialog.Component && <dialog.Component playlist={playlist} onClose={dialog.close} />}
    </>
  )
}

/** Always copies: the share button opens the native share sheet. */
function useCopyLink(playlist: Playlist) {
  const toasts = useToasts()
  return async () => {
    const shared = { title: playlist.title, url: location.origin + paths.playlist(playlist) }
    const toast = await shareLink(shared, { ...browserDevice(), openSheet: null })
    if (toast) toasts.show(toast)
  }
}
