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

export type ControlSize = NonNullable<ControlButtonProps['size']>

/** A dot below what is active: not by color alone. */
export const activeClass =
  'relative after:absolute after:bottom-1 after:left-1/2 after:size-1 after:-translate-x-1/2 after:rounded-full after:bg-current'

/** An icon button with a tooltip. */
export function ControlButton({ tooltip, isOn, className, ...rest }: ControlButtonProps) {
  return (
    <Tooltip text={tooltip ?? rest.label}>
      <IconButton
        {...rest}
        {...(isOn && { tone: 'primary' })}
        className={classNames(isOn && activeClass, className)}
      />
    </Tooltip>
  )
}

type QueueButtonProps = { isOpen: boolean; onClick: () => void; className?: string }

export function QueueButton({ isOpen, ...rest }: QueueButtonProps) {
  return (
    <ControlButton label="Queue" aria-expanded={isOpen} isOn={isOpen} {...rest}>
      <ListMusic />
    </ControlButton>
  )
}
