import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { NewPins, Pinned } from '#contract/pins.ts'
import { pinnedItem } from '#web/api/pins.ts'
import { artworkSrcSet, artworkUrl, coverSrcSet, coverUrl } from '#web/lib/api-urls.ts'
import { typeAndYear } from '#web/lib/release-text.ts'
import { Artwork } from '#web/ui/artwork.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PrivacyLabel } from '#web/ui/privacy-label.tsx'
import { reordered } from '#web/ui/sortable-list/drag-state.ts'
import { SortableList } from '#web/ui/sortable-list/sortable-list.tsx'
import { usePins } from './use-pins.ts'

type EditPinsDialogProps = { userId: string; onClose: () => void }

/** Each change is saved at once. */
export function EditPinsDialog({ userId, onClose }: EditPinsDialogProps) {
  const { pins = [], change } = usePins(userId)
  const ids = pins.map((pin) => pinnedItem(pin).id)
  const inOrder = (order: string[]) => (all: NewPins) =>
    order.flatMap((id) => all.find((pin) => pin.id === id) ?? [])
  return (
    <Dialog
      title="Pinned"
      text="At the top of your profile, in this order. Pin tracks and releases from their menus."
      onClose={onClose}
    >
      <SortableList
        items={pins.map((pin) => ({ id: pinnedItem(pin).id, pin }))}
        titleOf={({ pin }) => pinnedItem(pin).title}
        onMove={(move) => change(inOrder(reordered(ids, move)))}
        zIndex={60}
        className="[--row-height:68px]"
      >
        {({ pin }, _row, { handle }) => (
          <PinRow
            pin={pin}
            handle={handle}
            onRemove={() => change((all) => all.filter(({ id }) => id !== pinnedItem(pin).id))}
          />
        )}
      </SortableList>
      <Button className="justify-self-end" onClick={onClose}>
        Done
      </Button>
    </Dialog>
  )
}

type PinRowProps = { pin: Pinned; handle: ReactNode; onRemove: () => void }

function PinRow({ pin, handle, onRemove }: PinRowProps) {
  const item = pinnedItem(pin)
  return (
    <div className="grid h-full grid-cols-[auto_48px_minmax(0,1fr)_auto] items-center gap-3">
      {handle}
      <Artwork
        src={pin.kind === 'track' ? artworkUrl(pin.track, 96) : coverUrl(pin.playlist, 96)}
        srcSet={pin.kind === 'track' ? artworkSrcSet(pin.track) : coverSrcSet(pin.playlist)}
        sizes="48px"
      />
      <div className="min-w-0">
        <p className="truncate font-semibold" title={item.title}>
          {item.title}
        </p>
        <p className="flex gap-x-3 text-sm text-muted">
          {pin.kind === 'track' ? 'Track' : typeAndYear(pin.playlist)}
          <PrivacyLabel item={item} />
        </p>
      </div>
      <IconButton label={`Unpin ${item.title}`} onClick={onRemove}>
        <X />
      </IconButton>
    </div>
  )
}
