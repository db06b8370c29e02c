import { type RefObject, useEffect, useRef } from 'react'

/** The bar of tabs, or of links with the class `tab`. */
export const tabBarClass =
  '-mx-gutter flex gap-0.5 overflow-x-auto border-b border-line px-gutter [scrollbar-width:none] tablet:mx-0 tablet:gap-2 tablet:px-0'

/** Scrolls a bar that is wider than the screen to its current tab or link. */
export function useCurrentInView(current: string): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab that the bar shows as current
  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>('[aria-selected="true"], [aria-current]')
    if (!bar.current || !tab) return
    const { left, width } = tab.getBoundingClientRect()
    const frame = bar.current.getBoundingClientRect()
    bar.current.scrollLeft += left + width / 2 - (frame.left + frame.width / 2)
  }, [current])
  return bar
}
