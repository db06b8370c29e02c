import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { IconButton } from './icon-button.tsx'
import { SectionHeading, SectionLinks } from './section-heading.tsx'

export type CarouselProps = {
  title: string
  subtitle: string
  /** The page with the whole list. */
  href?: string
  /** What the cards are. */
  content?: 'tracks' | 'playlists' | 'releases'
  /** One list item per card. */
  children: ReactNode[]
}

/** A row of cards that scrolls natively; the arrows scroll by the visible cards. */
export function Carousel({ title, subtitle, href, content = 'tracks', children }: CarouselProps) {
  const row = useRef<HTMLUListElement>(null)
  const ends = useScrollEnds(row)
  const scroll = (pages: number) => row.current?.scrollBy({ left: pages * row.current.clientWidth })
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
      <ul ref={row} className="card-row scroll-row">
        {children}
      </ul>
    </section>
  )
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
 * does not force a synchronous layout during the first render.
 */
export function useScrollEnds(element: RefObject<HTMLElement | null>) {
  const [ends, setEnds] = useState({ atStart: true, atEnd: false })
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
  }, [element])
  return ends
}
