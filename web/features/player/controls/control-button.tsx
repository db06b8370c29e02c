import { ListMusic } from 'lucide-react'
import type { ComponentProps } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'

type ControlButtonProps = ComponentProps<typeof IconButton> & {
  /** If it differs from the label. */
  tooltip?: string
  isOn?: boolean
}

export type ControlSize = NonNullable<ControlButtonProps['size']>

/** An icon button with a tooltip. */
export function ControlButton({ tooltip, isOn, ...rest }: ControlButtonProps) {
  return (
    <Tooltip text={tooltip ?? rest.label}>
      <IconButton {...rest} {...(isOn && { tone: 'primary' })} />
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
