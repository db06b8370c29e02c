import { Popover as RadixPopover } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { overlayProps, useOverlay } from './overlay.ts'
import { Tooltip } from './tooltip.tsx'

type PopoverProps = {
  /** Its accessible name. */
  label: string
  /** The button that opens it. */
  trigger: ReactElement
  /** The tooltip of the button. */
  tooltip?: string
  /** Its width beside the button: `tablet:w-76`. */
  className: string
  defaultOpen?: boolean
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
  children: ReactNode
}

/** A few controls beside the button that opens them, on phones a bottom sheet. Commands are a `Menu`. */
export function Popover({ label, trigger, tooltip, className, children, ...props }: PopoverProps) {
  const { isOpen, onOpenChange, defaultOpen = false } = props
  const { container, ref } = useOverlay()
  const button = (
    <RadixPopover.Trigger ref={ref} asChild>
      {trigger}
    </RadixPopover.Trigger>
  )
  return (
    <RadixPopover.Root
      defaultOpen={defaultOpen}
      {...(isOpen !== undefined && { open: isOpen })}
      {...(onOpenChange && { onOpenChange })}
    >
      {tooltip ? <Tooltip text={tooltip}>{button}</Tooltip> : button}
      {container && (
        <RadixPopover.Portal container={container}>
          <RadixPopover.Content
            aria-label={label}
            {...overlayProps}
            className={classNames('popover', className)}
          >
            <div className="popover-list fading-list">{children}</div>
          </RadixPopover.Content>
        </RadixPopover.Portal>
      )}
    </RadixPopover.Root>
  )
}
