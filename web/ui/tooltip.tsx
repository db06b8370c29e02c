import { Tooltip as RadixTooltip } from 'radix-ui'
import type { FocusEvent, ReactElement, ReactNode } from 'react'

/** Shares the delay: after one tooltip was shown, the next opens without delay. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <RadixTooltip.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </RadixTooltip.Provider>
  )
}

/** A tap focuses, too, and so does an overlay that closes. */
function onlyVisibleFocus(event: FocusEvent<HTMLElement>) {
  if (!event.currentTarget.matches(':focus-visible')) event.preventDefault()
}

export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <RadixTooltip.Root>
      <RadixTooltip.Trigger asChild onFocus={onlyVisibleFocus}>
        {children}
      </RadixTooltip.Trigger>
      <RadixTooltip.Portal>
        <RadixTooltip.Content
          sideOffset={8}
          collisionPadding={8}
          className="z-(--z-toast) rounded-art-lg bg-text px-2.5 py-1.5 text-sm leading-tight font-semibold text-bg select-none"
        >
          {text}
        </RadixTooltip.Content>
      </RadixTooltip.Portal>
    </RadixTooltip.Root>
  )
}
