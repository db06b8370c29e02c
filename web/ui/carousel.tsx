import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { optionalPart } from '#web/lib/optional-part.ts'
import { useIdle } from '#web/lib/use-idle.ts'
import type { Embla } from './carousel-motor.tsx'
import { IconButton } from './icon-button.tsx'
import { SectionHeading } from './section-heading.tsx'
import { useAutoAdvance } from './use-auto-advance.ts'

const CarouselMotor = optionalPart(async () => (await import('./carousel-motor.tsx')).CarouselMotor)

type CarouselProps = {
  title: string
  subtitle: string
  /** The first one of a page: large, five cards, moving on by itself and beginning again at its end. */
  lead?: boolean
  /** One list item per card. */
  children: ReactNode[]
}

/** A section of cards that scrolls by itself at first, and gets its motor once the page is there. */
export function Carousel({ title, subtitle, lead = false, children }: CarouselProps) {
  const [embla, setEmbla] = useState<Embla>()
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
          <Arrows embla={embla} />
        </div>
      </SectionHeading>
      <Row lead={lead} moved={embla !== undefined} onReady={setEmbla}>
        {children}
      </Row>
    </section>
  )
}

type RowProps = {
  lead: boolean
  /** The motor moves it now, not the browser. */
  moved: boolean
  onReady: (embla: Embla | undefined) => void
  children: ReactNode[]
}

function Row({ lead, moved, onReady, children }: RowProps) {
  const [viewport, setViewport] = useState<HTMLElement | null>(null)
  const idle = useIdle()
  return (
    <>
      <div
        ref={setViewport}
        className={classNames(
          'card-row [scrollbar-width:none]',
          moved ? 'overflow-hidden' : 'overflow-x-auto',
          lead && 'card-row-five',
        )}
      >
        <ul className={classNames('carousel-track', lead && 'carousel-loop')}>{children}</ul>
      </div>
      <Suspense>
        {idle && viewport && <CarouselMotor viewport={viewport} loop={lead} onReady={onReady} />}
      </Suspense>
    </>
  )
}

function Arrows({ embla }: { embla: Embla | undefined }) {
  const { atStart, atEnd } = useEnds(embla)
  return (
    <div className="hidden gap-2 tablet:flex">
      <IconButton
        edge
        label="Previous tracks"
        disabled={atStart}
        onClick={() => embla?.scrollPrev()}
      >
        <ChevronLeft />
      </IconButton>
      <IconButton edge label="Next tracks" disabled={atEnd} onClick={() => embla?.scrollNext()}>
        <ChevronRight />
      </IconButton>
    </div>
  )
}

/** Whether there is nothing more to either side. Before the motor is there, nothing moves. */
function useEnds(embla: Embla | undefined) {
  const [ends, setEnds] = useState({ atStart: true, atEnd: true })
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
