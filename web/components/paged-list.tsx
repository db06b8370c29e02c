import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'

type PagedListProps<Item> = {
  pages: { items: Item[] }[]
  /** Classes of one page of the list. */
  className: string
  /** Renders an item; the index counts over all pages. */
  children: (item: Item, index: number) => ReactNode
}

/** Lists of up to this many pages are rendered completely. */
const maxFullPages = 3
/** How far outside the viewport a page is still rendered. */
const rootMargin = '2500px'

/** The loaded pages. Items of pages far outside the viewport are unmounted; the page keeps its height. */
export function PagedList<Item>({ pages, className, children }: PagedListProps<Item>) {
  let count = 0
  return pages.map(({ items }, index) => {
    const first = count
    count += items.length
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: pages are only ever added at the end
      <ListPage key={index} className={className} canUnmount={pages.length > maxFullPages}>
        {() => items.map((item, at) => children(item, first + at))}
      </ListPage>
    )
  })
}

type ListPageProps = { className: string; canUnmount: boolean; children: () => ReactNode }

function ListPage({ className, canUnmount, children }: ListPageProps) {
  const list = useRef<HTMLUListElement>(null)
  const [height, setHeight] = useState<number | null>(null)
  useEffect(() => {
    const page = list.current
    if (!page || !canUnmount) return
    const observer = new IntersectionObserver(
      (entries) => {
        // On a busy machine one call has several entries, the oldest first.
        const entry = entries.at(-1)
        if (!entry) return
        // Unmounting the focused item would lose the focus.
        const stays = entry.isIntersecting || page.contains(document.activeElement)
        setHeight(stays ? null : entry.boundingClientRect.height)
      },
      { rootMargin },
    )
    observer.observe(page)
    return () => observer.disconnect()
  }, [canUnmount])
  const isUnmounted = canUnmount && height !== null
  return (
    <ul ref={list} className={className} {...(isUnmounted && { style: { height } })}>
      {!isUnmounted && children()}
    </ul>
  )
}

/**
 * Defers the first render of many cards, so that input stays responsive. Later updates render
 * immediately.
 */
export function useDeferredPages<Page>({ data }: { data: { pages: Page[] } | undefined }) {
  const isLoaded = data !== undefined
  const isRendered = useDeferredValue(isLoaded)
  return { pages: data?.pages, isRendering: isLoaded && !isRendered }
}
