import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { useIdle } from '#web/lib/use-idle.ts'
import type { Embla } from './embla-adapter.tsx'
import { IconButton } from './icon-button.tsx'
import { SectionHeading } from './section-heading.tsx'
import { useAutoAdvance } from './use-auto-advance.ts'

const EmblaAdapter = lazyComponent(async () => (await import('./embla-adapter.tsx')).EmblaAdapter)

type CarouselProps = {
  title: string
  subtitle: string
  /** The first carousel of a page: large, five cards, auto-advancing in a loop. */
  lead?: boolean
  /** One list item per card. */
  children: ReactNode[]
}

/** A row of cards with native scrolling at first; Embla takes over once the browser is idle. */
export function Carousel({ title, subtitle, lead = false, children }: CarouselProps) {
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
        <div className="flex gap-2">
          {lead && (
            <IconButton
              edge
              label={advance.stopped ? 'Start automatic advance' : 'Pause automatic advance'}
              onClick={advance.toggle}
            >
              {advance.stopped ? <Play /> : <Pause />}
            </IconButton>
          )}
          <Arrows {...ends} onMove={carousel.move} />
        </div>
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

type ArrowsProps = { atStart: boolean; atEnd: boolean; onMove: (move: Move) => void }

function Arrows({ atStart, atEnd, onMove }: ArrowsProps) {
  return (
    <div className={classNames('hidden gap-2 tablet:flex', atStart && atEnd && 'invisible')}>
      <IconButton
        edge
        label="Previous tracks"
        disabled={atStart}
        onClick={() => onMove('scrollPrev')}
      >
        <ChevronLeft />
      </IconButton>
      <IconButton edge label="Next tracks" disabled={atEnd} onClick={() => onMove('scrollNext')}>
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
