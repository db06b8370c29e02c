import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { useMediaQuery } from '#web/lib/use-browser-state.ts'
import { dialogClass, dialogTitleClass, Scrim, useFocusReturn } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useCloseOnBack } from '#web/ui/use-close-on-back.ts'
import { AutoplaySwitch } from '../sound-settings.tsx'
import { QueueSections, type RenderMenu } from './queue-sections.tsx'

type QueuePanelProps = { onClose: () => void; renderMenu: RenderMenu }

/** The queue: a panel beside the page, on phones a bottom sheet. Open while mounted. */
export function QueuePanel({ onClose, renderMenu }: QueuePanelProps) {
  const isPhone = useMediaQuery('(width < 47.5rem)')
  if (isPhone) return <QueueSheet onClose={onClose} renderMenu={renderMenu} />
  return (
    <Dialog.Root open modal={false} onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <QueueContent isPhone={false} onClose={onClose} renderMenu={renderMenu} />
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** It covers the page: the Back button of the phone closes it. */
function QueueSheet({ onClose, renderMenu }: QueuePanelProps) {
  const goBack = useCloseOnBack(onClose)
  return (
    <Dialog.Root open onOpenChange={(open) => open || goBack()}>
      <Dialog.Portal>
        <Scrim>
          <QueueContent isPhone onClose={goBack} onLeave={onClose} renderMenu={renderMenu} />
        </Scrim>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const panelClass = `${dialogClass} fixed! top-22 right-gutter bottom-(--above-player) z-(--z-dialog) w-108! max-w-none!`
const sheetClass = `${dialogClass} h-[88dvh]`
/** Fades at its end. A mask would hide the dragged row, too. */
const listClass =
  'relative mb-1.5 min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 [scrollbar-width:thin] tablet:px-4 after:pointer-events-none after:sticky after:bottom-0 after:block after:h-9 after:bg-linear-to-t after:from-overlay'

type QueueContentProps = QueuePanelProps & {
  isPhone: boolean
  /** Called when a link is followed. */
  onLeave?: () => void
}

function QueueContent({ isPhone, onClose, onLeave, renderMenu }: QueueContentProps) {
  const returnFocus = useFocusReturn()
  const content = useRef<HTMLDivElement>(null)
  const isDragging = () =>
    content.current?.querySelector('[aria-roledescription="draggable"][aria-pressed="true"]')
  return (
    <Dialog.Content
      ref={content}
      aria-describedby={undefined}
      data-player-keys
      data-queue={isPhone ? 'sheet' : 'panel'}
      {...(isPhone && { 'aria-modal': true })}
      onOpenAutoFocus={(event) => {
        event.preventDefault()
        content.current?.focus()
      }}
      onCloseAutoFocus={returnFocus}
      // Escape cancels the drag of a row first, and does not close the expanded player, too.
      onEscapeKeyDown={(event) => (isDragging() ? event.preventDefault() : event.stopPropagation())}
      // While a tooltip or toast is open, Radix gives Escape to that only.
      onKeyDown={({ key }) => key === 'Escape' && !isDragging() && onClose()}
      // The panel stays open beside the page.
      onInteractOutside={(event) => isPhone || event.preventDefault()}
      className={isPhone ? sheetClass : panelClass}
    >
      <Header>
        <Dialog.Title className={dialogTitleClass}>Queue</Dialog.Title>
        <Dialog.Close asChild>
          <IconButton label="Close queue" className="-mr-2">
            <X />
          </IconButton>
        </Dialog.Close>
      </Header>
      <div className="relative shrink-0 border-b border-line px-5.5 pb-2 tablet:px-6.5">
        <AutoplaySwitch />
      </div>
      <div className={listClass}>
        <QueueSections onLeave={onLeave} renderMenu={renderMenu} />
      </div>
    </Dialog.Content>
  )
}

function Header({ children }: { children: ReactNode }) {
  return (
    <div className="relative flex shrink-0 items-center justify-between px-5.5 pt-5 pb-2 tablet:px-6.5">
      {children}
    </div>
  )
}
