import { ChevronDown, Keyboard, ListMusic, X } from 'lucide-react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import { brandName } from '#web/lib/brand.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
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
        <Tooltip text="Keyboard shortcuts">
          <IconButton
            label="Keyboard shortcuts"
            onClick={onShowShortcuts}
            className="max-tablet:hidden"
          >
            <Keyboard />
          </IconButton>
        </Tooltip>
        <Tooltip text="Queue">
          <IconButton
            label="Queue"
            aria-expanded={isQueueOpen}
            onClick={onQueue}
            className={isQueueOpen ? 'text-primary-text!' : ''}
          >
            <ListMusic />
          </IconButton>
        </Tooltip>
        <Tooltip text="Collapse">
          <IconButton label="Collapse player" onClick={onCollapse}>
            <ChevronDown />
          </IconButton>
        </Tooltip>
        <Tooltip text="Close">
          <IconButton label="Close player" onClick={onStop}>
            <X />
          </IconButton>
        </Tooltip>
      </div>
    </header>
  )
}
