import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { useIdle } from '#web/lib/use-idle.ts'
import type { Embla } from './embla-adapter.tsx'
import { IconButton } from './icon-button.tsx'
import { SectionHeading, SectionLinks } from './section-heading.tsx'
import { useAutoAdvance } from './use-auto-advance.ts'

const EmblaAdapter = lazyComponent(async () => (await import('./embla-adapter.tsx')).EmblaAdapter)

type CarouselProps = {
  title: string
  subtitle: string
  /** The first carousel of a page: large, five cards, auto-advancing in a loop. */
  lead?: boolean
  /** The page with the whole list. */
  href?: string
  /** What the cards are. */
  content?: 'tracks' | 'playlists'
  /** One list item per card. */
  children: ReactNode[]
}

/** A row of cards with native scrolling at first; Embla takes over once the browser is idle. */
export function Carousel(props: CarouselProps) {
  const { title, subtitle, lead = false, href, content = 'tracks', children } = props
  const [viewport, setViewport] = useState<HTMLElement | null>(null)
  const carousel = useEmbla()
  const ends = useScrollEnds(carousel.embla, viewport, lead)
  const advance = useAutoAdvance(carousel.embla, lead)
  return (
    <section
      aria-roledescription="carousel"
      aria-label={title}
      className="pt-section"
      {...advance.pauseHandlers}
    >
      <SectionHeading title={title} subtitle={subtitle} lead={lead}>
        <SectionLinks href={href} title={title}>
          {lead && (
            <IconButton
              edge
              label={advance.stopped ? 'Start automatic advance' : 'Pause automatic advance'}
              onClick={advance.toggle}
            >
              {advance.stopped ? <Play /> : <Pause />}
            </IconButton>
          )}
          <Arrows {...ends} content={content} onMove={carousel.move} />
        </SectionLinks>
      </SectionHeading>
      <div
        ref={setViewport}
        className={classNames(
          'card-row [scrollbar-width:none]',
          carousel.embla ? 'overflow-hidden' : 'overflow-x-auto',
          lead && 'card-row-five',
        )}
      >
        <ul className={classNames('carousel-track', lead && 'carousel-loop')}>{children}</ul>
      </div>
      <Suspense>
        {carousel.shouldLoad && viewport && (
          <EmblaAdapter viewport={viewport} loop={lead} onReady={carousel.onReady} />
        )}
      </Suspense>
    </section>
  )
}

type Move = 'scrollPrev' | 'scrollNext'

/** Loads Embla when the browser is idle, or when an arrow is pressed; then performs that move. */
function useEmbla() {
  const [embla, setEmbla] = useState<Embla>()
  const [pending, setPending] = useState<Move>()
  const idle = useIdle()
  useEffect(() => {
    if (pending) embla?.[pending]()
  }, [embla, pending])
  return {
    embla,
    onReady: setEmbla,
    shouldLoad: idle || pending !== undefined,
    move: (move: Move) => (embla ? embla[move]() : setPending(move)),
  }
}

type ArrowsProps = {
  content: string
  atStart: boolean
  atEnd: boolean
  onMove: (move: Move) => void
}

function Arrows({ content, atStart, atEnd, onMove }: ArrowsProps) {
  return (
    <div className={classNames('hidden gap-2 tablet:flex', atStart && atEnd && 'invisible')}>
      <IconButton
        edge
        label={`Previous ${content}`}
        disabled={atStart}
        onClick={() => onMove('scrollPrev')}
      >
        <ChevronLeft />
      </IconButton>
      <IconButton
        edge
        label={`Next ${content}`}
        disabled={atEnd}
        onClick={() => onMove('scrollNext')}
      >
        <ChevronRight />
      </IconButton>
    </div>
  )
}

/**
 * Whether the row is at its start or end. Before Embla is loaded, measured after layout by a
 * ResizeObserver, which does not force a synchronous layout during the first render.
 */
function useScrollEnds(embla: Embla | undefined, viewport: HTMLElement | null, loop: boolean) {
  const [ends, setEnds] = useState({ atStart: !loop, atEnd: false })
  useEffect(() => {
    if (!viewport) return
    if (!embla) {
      const watch = new ResizeObserver(() => {
        const fits = viewport.scrollWidth <= viewport.clientWidth
        setEnds({ atStart: !loop || fits, atEnd: fits })
      })
      watch.observe(viewport)
      return () => watch.disconnect()
    }
    const update = () => setEnds({ atStart: !embla.canScrollPrev(), atEnd: !embla.canScrollNext() })
    update()
    embla.on('select', update).on('reInit', update)
    return () => {
      embla.off('select', update).off('reInit', update)
    }
  }, [embla, viewport, loop])
  return ends
}
