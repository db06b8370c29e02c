import { ListMusic } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'

type ControlButtonProps = ComponentProps<typeof IconButton> & {
  /** If it differs from the label. */
  tooltip?: string
  isOn?: boolean
}

/** An icon button with a tooltip. */
export function ControlButton({ tooltip, isOn, className, ...rest }: ControlButtonProps) {
  return (
    <Tooltip text={tooltip ?? rest.label}>
      <IconButton {...rest} className={classNames(className, isOn && 'text-primary-text!')} />
    </Tooltip>
  )
}

type QueueButtonProps = { isOpen: boolean; onClick: () => void }

export function QueueButton({ isOpen, onClick }: QueueButtonProps) {
  return (
    <ControlButton label="Queue" aria-expanded={isOpen} onClick={onClick} isOn={isOpen}>
      <ListMusic />
    </ControlButton>
  )
}
