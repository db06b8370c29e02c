import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { useMediaQuery } from '#web/lib/use-browser-state.ts'
import { onIdle } from '#web/lib/use-idle.ts'
import { useNearViewport } from '#web/lib/use-in-view.ts'
import { IconButton } from './icon-button.tsx'
import { SectionHeading, SectionLinks } from './section-heading.tsx'

export type CarouselProps = {
  title: string
  subtitle: string
  /** The page with the whole list. */
  href?: string
  /** What the cards are. */
  content?: 'tracks' | 'playlists'
  /** One list item per card. */
  children: ReactNode[]
}

/** A row of cards that scrolls natively; the arrows scroll by the visible cards. */
export function Carousel({ title, subtitle, href, content = 'tracks', children }: CarouselProps) {
  const row = useRef<HTMLUListElement>(null)
  const { rendered, renderAll } = useRenderedCards(row, children.length)
  const ends = useScrollEnds(row, rendered)
  const scroll = (pages: number) => {
    renderAll()
    requestAnimationFrame(() => row.current?.scrollBy({ left: pages * row.current.clientWidth }))
  }
  return (
    <section aria-roledescription="carousel" aria-label={title} className="pt-section">
      <SectionHeading title={title} subtitle={subtitle}>
        <SectionLinks href={href} title={title}>
          <Arrows
            {...ends}
            content={content}
            onPrevious={() => scroll(-1)}
            onNext={() => scroll(1)}
          />
        </SectionLinks>
      </SectionHeading>
      <ul ref={row} onPointerDown={renderAll} onScroll={renderAll} className="card-row scroll-row">
        {children.slice(0, rendered)}
      </ul>
    </section>
  )
}

/** How many cards fit, plus one; later ones are added in steps. */
const firstCards = { phone: 3, wide: 7 }
const step = 5

/**
 * How many cards to render: those that are visible, and more whenever the browser is idle once the
 * row is near the viewport. All at once they would be a long task on slow phones. Whoever scrolls the
 * row gets all.
 */
export function useRenderedCards(row: RefObject<HTMLElement | null>, count: number) {
  const isPhone = useMediaQuery('(width < 47.5rem)')
  const first = firstCards[isPhone ? 'phone' : 'wide']
  const [more, setMore] = useState(0)
  const isNear = useNearViewport(row)
  const isDone = first + more >= count
  useEffect(() => {
    if (!isNear || isDone) return
    return onIdle(() => startTransition(() => setMore(more + step)))
  }, [isNear, isDone, more])
  return { rendered: first + more, renderAll: () => setMore(count) }
}

type ArrowsProps = {
  content: string
  atStart: boolean
  atEnd: boolean
  onPrevious: () => void
  onNext: () => void
}

export function Arrows({ content, atStart, atEnd, onPrevious, onNext }: ArrowsProps) {
  return (
    <div className={classNames('hidden gap-2 tablet:flex', atStart && atEnd && 'invisible')}>
      <IconButton edge label={`Previous ${content}`} disabled={atStart} onClick={onPrevious}>
        <ChevronLeft />
      </IconButton>
      <IconButton edge label={`Next ${content}`} disabled={atEnd} onClick={onNext}>
        <ChevronRight />
      </IconButton>
    </div>
  )
}

/**
 * Whether the row is scrolled to its start or end. A ResizeObserver measures after layout, which
 * does not force a synchronous layout during the first render, and again when cards were added.
 */
export function useScrollEnds(element: RefObject<HTMLElement | null>, rendered: number) {
  const [ends, setEnds] = useState({ atStart: true, atEnd: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: more cards make the row longer
  useEffect(() => {
    const row = element.current
    if (!row) return
    const measure = () => {
      const atStart = row.scrollLeft < 1
      const atEnd = row.scrollLeft + row.clientWidth > row.scrollWidth - 1
      setEnds((ends) =>
        ends.atStart === atStart && ends.atEnd === atEnd ? ends : { atStart, atEnd },
      )
    }
    const resized = new ResizeObserver(measure)
    resized.observe(row)
    row.addEventListener('scroll', measure, { passive: true })
    return () => {
      resized.disconnect()
      row.removeEventListener('scroll', measure)
    }
  }, [element, rendered])
  return ends
}
