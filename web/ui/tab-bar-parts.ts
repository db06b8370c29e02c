import { type RefObject, useEffect, useRef } from 'react'

const barClass =
  '-mx-gutter flex gap-0.5 border-b border-line px-gutter tablet:mx-0 tablet:gap-2 tablet:px-0'

/** The bar of tabs, or of links with the class `tab`. */
export const tabBarClass = `${barClass} overflow-x-auto [scrollbar-width:none]`

/** With links behind its tabs: on phones they have a row of their own, so that none is hidden. */
export const wrappingTabBarClass = `${barClass} flex-wrap`

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
