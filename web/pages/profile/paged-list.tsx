import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'

type PagedListProps<Item> = {
  pages: { items: Item[] }[]
  /** The look of one page of the list. */
  className: string
  /** Draws an item; its place counts from 0 over all pages. */
  children: (item: Item, place: number) => ReactNode
}

/** Lists of no more pages than this are drawn whole. */
const maxFullPages = 3
/** How far outside the screen a page of a longer one is still drawn. */
const rootMargin = '2500px'

/** The pages that were read so far. Those far out of sight keep their height and nothing else. */
export function PagedList<Item>({ pages, className, children }: PagedListProps<Item>) {
  let place = 0
  return pages.map(({ items }, index) => {
    const first = place
    place += items.length
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: pages are only ever added at the end
      <ListPage key={index} className={className} mayRest={pages.length > maxFullPages}>
        {() => items.map((item, at) => children(item, first + at))}
      </ListPage>
    )
  })
}

type ListPageProps = { className: string; mayRest: boolean; children: () => ReactNode }

function ListPage({ className, mayRest, children }: ListPageProps) {
  const list = useRef<HTMLUListElement>(null)
  const [height, setHeight] = useState<number | null>(null)
  useEffect(() => {
    const page = list.current
    if (!page || !mayRest) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return
        // Taken away, it would take the focus with it.
        const stays = entry.isIntersecting || page.contains(document.activeElement)
        setHeight(stays ? null : entry.boundingClientRect.height)
      },
      { rootMargin: rootMargin },
    )
    observer.observe(page)
    return () => observer.disconnect()
  }, [mayRest])
  const rests = mayRest && height !== null
  return (
    <ul ref={list} className={className} {...(rests && { style: { height } })}>
      {!rests && children()}
    </ul>
  )
}

/** Many cards, drawn in slices when they first come: what a person does meanwhile goes first. Later changes show at once. */
export function useDeferredPages<Page>({ data }: { data: { pages: Page[] } | undefined }) {
  const isThere = data !== undefined
  const isDrawn = useDeferredValue(isThere)
  return { pages: data?.pages, isDrawing: isThere && !isDrawn }
}
