import { ChevronDown, Keyboard, X } from 'lucide-react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import { brandName } from '#web/lib/brand.ts'
import { Logo } from '#web/ui/logo.tsx'
import { ControlButton, QueueButton } from '../control-button.tsx'
import { SoundSettingsButton } from '../sound-settings-button.tsx'

type ExpandedHeaderProps = {
  /** Called when a link is followed. */
  onLeave: () => void
  onCollapse: () => void
  onStop: () => void
  onShowShortcuts: () => void
  onQueue: () => void
  isQueueOpen: boolean
}

export function ExpandedHeader({
  onLeave,
  onCollapse,
  onStop,
  onShowShortcuts,
  onQueue,
  isQueueOpen,
}: ExpandedHeaderProps) {
  return (
    <header className="flex items-center justify-between px-gutter py-3 tablet:py-5.5 tablet:short:py-3 [&_button]:size-12 [&_button>svg]:size-6">
      <Link replace href={paths.home} onClick={onLeave} className="inline-flex rounded-art">
        <Logo name={brandName()} />
      </Link>
      <div className="flex gap-1 max-tablet:-mr-3">
        <SoundSettingsButton />
        <ControlButton
          label="Keyboard shortcuts"
          onClick={onShowShortcuts}
          className="max-tablet:hidden"
        >
          <Keyboard />
        </ControlButton>
        <QueueButton isOpen={isQueueOpen} onClick={onQueue} />
        <ControlButton label="Collapse player" tooltip="Collapse" onClick={onCollapse}>
          <ChevronDown />
        </ControlButton>
        <ControlButton label="Close player" tooltip="Close" onClick={onStop}>
          <X />
        </ControlButton>
      </div>
    </header>
  )
}
