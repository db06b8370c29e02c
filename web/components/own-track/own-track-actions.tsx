import { Ellipsis, ImageUp, LoaderCircle, Pencil, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { limits } from '#contract/limits.ts'
import { invalidArtwork } from '#web/features/own-tracks/messages.ts'
import { useUpdateArtwork } from '#web/features/own-tracks/use-update-artwork.ts'
import { usePlayer } from '#web/features/player/use-player.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PictureInput } from '#web/ui/image-input.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { useToasts } from '#web/ui/toast/toast-context.ts'
import { useLazyPart } from '#web/ui/use-lazy-component.ts'
import { loadEditTrack } from './load-edit-track.ts'
import type { OwnTrackMenuProps } from './own-track-menu.tsx'

const loadDelete = async () =>
  (await import('#web/features/own-tracks/delete-track-dialog.tsx')).DeleteTrackDialog

export function OwnTrackActions({ track, edge, onDeleted }: OwnTrackMenuProps) {
  const player = usePlayer()
  const toasts = useToasts()
  const pictureInput = useRef<HTMLInputElement>(null)
  const artwork = useUpdateArtwork(track.id, player.replaceTrack)
  const edit = useLazyPart(loadEditTrack)
  const remove = useLazyPart(loadDelete)
  return (
    <>
      <Menu
        trigger={
          <IconButton
            edge={edge ?? false}
            label={`Options for ${track.title}`}
            aria-busy={artwork.isPending}
            className={edge ? 'size-11!' : ''}
          >
            {artwork.isPending ? <LoaderCircle className="spinning" /> : <Ellipsis />}
          </IconButton>
        }
      >
        <MenuItem icon={<Pencil />} onChoose={edit.open}>
          Edit Track
        </MenuItem>
        <MenuItem icon={<ImageUp />} onChoose={() => pictureInput.current?.click()}>
          Change Artwork
        </MenuItem>
        <MenuLine />
        <MenuItem danger icon={<Trash2 />} onChoose={remove.open}>
          Delete Track
        </MenuItem>
      </Menu>
      <PictureInput
        ref={pictureInput}
        label={`Artwork of ${track.title}`}
        most={limits.maxImageBytes}
        onPicture={artwork.mutate}
        onProblem={(problem) => toasts.show(invalidArtwork(problem))}
      />
      {edit.Part && (
        <edit.Part track={track} onChanged={player.replaceTrack} onClose={edit.close} />
      )}
      {remove.Part && (
        <remove.Part
          track={track}
          onDeleted={() => {
            onDeleted?.()
            player.removeTrack(track.id)
          }}
          onClose={remove.close}
        />
      )}
    </>
  )
}
