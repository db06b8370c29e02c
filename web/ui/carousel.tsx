import useEmblaCarousel from 'embla-carousel-react'
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { IconButton } from './icon-button.tsx'
import { SectionHeading } from './section-heading.tsx'
import { useAutoAdvance } from './use-auto-advance.ts'

type CarouselProps = {
  title: string
  subtitle: string
  /** The first one of a page: large, five cards, moving on by itself and beginning again at its end. */
  lead?: boolean
  /** One element per card. */
  children: ReactNode[]
}

/** A section of cards that can be swiped, dragged and moved with its arrows. */
export function Carousel({ title, subtitle, lead = false, children }: CarouselProps) {
  const [viewport, embla] = useEmblaCarousel({
    align: 'start',
    loop: lead,
    slidesToScroll: lead ? 1 : 'auto',
    breakpoints: { '(prefers-reduced-motion: reduce)': { duration: 0 } },
  })
  const ends = useEnds(embla)
  const advance = useAutoAdvance(embla, lead)
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
          <div className="hidden gap-2 tablet:flex">
            <IconButton
              edge
              label="Previous tracks"
              disabled={ends.atStart}
              onClick={() => embla?.scrollPrev()}
            >
              <ChevronLeft />
            </IconButton>
            <IconButton
              edge
              label="Next tracks"
              disabled={ends.atEnd}
              onClick={() => embla?.scrollNext()}
            >
              <ChevronRight />
            </IconButton>
          </div>
        </div>
      </SectionHeading>
      <div
        ref={viewport}
        className={classNames('card-row overflow-hidden', lead && 'card-row-five')}
      >
        <ul className="carousel-track">{children}</ul>
      </div>
    </section>
  )
}

type Embla = ReturnType<typeof useEmblaCarousel>[1]

/** Whether there is nothing more to either side. */
function useEnds(embla: Embla) {
  const [ends, setEnds] = useState({ atStart: true, atEnd: false })
  useEffect(() => {
    if (!embla) return
    const look = () => setEnds({ atStart: !embla.canScrollPrev(), atEnd: !embla.canScrollNext() })
    look()
    embla.on('select', look).on('reInit', look)
    return () => {
      embla.off('select', look).off('reInit', look)
    }
  }, [embla])
  return ends
}
