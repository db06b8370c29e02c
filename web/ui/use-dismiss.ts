import { type RefObject, useEffect, useRef } from 'react'

/**
 * Closes a popover on a press outside it, when the focus leaves it, and on Escape, which returns
 * the focus to the button that opened it.
 */
export function useDismiss(
  area: RefObject<HTMLElement | null>,
  isOpen: boolean,
  close: () => void,
): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!isOpen) return
    const stop = new AbortController()
    const { signal } = stop
    const leave = (event: Event) => {
      if (event.target instanceof Node && !area.current?.contains(event.target)) latest.current()
    }
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      area.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus()
      latest.current()
    }
    document.addEventListener('pointerdown', leave, { signal })
    document.addEventListener('focusin', leave, { signal })
    document.addEventListener('keydown', press, { signal })
    return () => stop.abort()
  }, [area, isOpen])
}
