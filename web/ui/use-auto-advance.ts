import { type FocusEvent, useEffect, useMemo, useState } from 'react'
import { useMediaQuery, usePageHidden } from '#web/lib/use-browser-state.ts'
import { createAutoAdvance } from './auto-advance.ts'
import type { Embla } from './embla-adapter.tsx'

/**
 * Auto-advances a carousel, except while it is hovered, focused or touched, while the page is
 * hidden, or once stopped. With reduced motion it starts stopped.
 */
export function useAutoAdvance(embla: Embla | undefined) {
  const reducedMotion = useMediaQuery('(prefers-reduced-motion: reduce)')
  const hidden = usePageHidden()
  const [stoppedByUser, setStopped] = useState<boolean | null>(null)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const [touched, setTouched] = useState(false)
  const stopped = stoppedByUser ?? reducedMotion
  const running = embla !== undefined && !stopped && !hidden && !hovered && !focused && !touched

  const advance = useMemo(() => createAutoAdvance(() => embla && moveOn(embla)), [embla])
  useEffect(() => {
    if (!running) return
    advance.start()
    return advance.stop
  }, [advance, running])

  return {
    stopped,
    toggle: () => setStopped(!stopped),
    pauseHandlers: {
      onMouseEnter: () => setHovered(true),
      onMouseLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: (event: FocusEvent) =>
        setFocused(event.currentTarget.contains(event.relatedTarget as Node | null)),
      onTouchStart: () => setTouched(true),
      onTouchEnd: () => setTouched(false),
      onTouchCancel: () => setTouched(false),
    },
  }
}

/** A row too short to loop returns to its start. */
function moveOn(embla: Embla): void {
  if (embla.canScrollNext()) embla.scrollNext()
  else embla.scrollTo(0)
}
