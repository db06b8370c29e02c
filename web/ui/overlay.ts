import { useCallback, useRef, useState } from 'react'

const stop = (event: { stopPropagation: () => void }) => event.stopPropagation()

/** What menus and popovers have in common, beside the classes `popover` and `popover-list`. */
export const overlayProps = {
  align: 'end',
  sideOffset: 8,
  collisionPadding: 12,
  // Escape closes only this and not what it is in, arrows do not seek, and a swipe does not close the player.
  onKeyDown: stop,
  onTouchStart: stop,
  onTouchEnd: stop,
} as const

/** The button of a menu or popover, and the element to render it in. */
export function useOverlay() {
  const button = useRef<HTMLButtonElement>(null)
  /** Inside the dialog of its button, which makes the rest inert, or a landmark. */
  const [container, setContainer] = useState<Element | null>(null)
  const ref = useCallback((element: HTMLButtonElement | null) => {
    button.current = element
    setContainer(
      element?.closest('[role="dialog"]') ?? document.querySelector('main') ?? document.body,
    )
  }, [])
  return { button, container, ref }
}
