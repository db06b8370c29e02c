import { Pause, Play } from 'lucide-react'
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { useIdle } from '#web/lib/use-idle.ts'
import { Arrows, type CarouselProps, useRenderedCards, useScrollEnds } from './carousel.tsx'
import type { Embla } from './embla-adapter.tsx'
import { IconButton } from './icon-button.tsx'
import { SectionHeading, SectionLinks } from './section-heading.tsx'
import { useAutoAdvance } from './use-auto-advance.ts'

const EmblaAdapter = lazyComponent(async () => (await import('./embla-adapter.tsx')).EmblaAdapter)

/**
 * The first carousel of a page: large, five cards, auto-advancing in a loop. Scrolls natively at
 * first; Embla takes over once the browser is idle.
 */
export function LoopingCarousel({
  title,
  subtitle,
  href,
  content = 'tracks',
  children,
}: CarouselProps) {
  const viewport = useRef<HTMLDivElement>(null)
  const { embla, onReady, shouldLoad, move } = useEmbla()
  const { rendered } = useRenderedCards(viewport, children.length)
  const ends = useEnds(embla, viewport, rendered)
  const advance = useAutoAdvance(embla)
  return (
    <section
      aria-roledescription="carousel"
      aria-label={title}
      className="pt-section"
      {...advance.pauseHandlers}
    >
      <SectionHeading title={title} subtitle={subtitle} lead>
        <SectionLinks href={href} title={title}>
          <IconButton
            edge
            label={advance.stopped ? 'Start automatic advance' : 'Pause automatic advance'}
            onClick={advance.toggle}
          >
            {advance.stopped ? <Play /> : <Pause />}
          </IconButton>
          <Arrows
            {...ends}
            content={content}
            onPrevious={() => move('scrollPrev')}
            onNext={() => move('scrollNext')}
          />
        </SectionLinks>
      </SectionHeading>
      <div
        ref={viewport}
        className={classNames(
          'card-row card-row-five [scrollbar-width:none]',
          embla ? 'overflow-hidden' : 'overflow-x-auto',
        )}
      >
        <ul className="carousel-track">{children.slice(0, rendered)}</ul>
      </div>
      <Suspense>{shouldLoad && <EmblaAdapter viewport={viewport} onReady={onReady} />}</Suspense>
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

/** A row that is too short to loop has ends; one whose cards are all visible is at both. */
function useEnds(
  embla: Embla | undefined,
  viewport: RefObject<HTMLElement | null>,
  rendered: number,
) {
  const scrolled = useScrollEnds(viewport, rendered)
  const isFullyVisible = scrolled.atStart && scrolled.atEnd
  const [ends, setEnds] = useState({ atStart: false, atEnd: false })
  useEffect(() => {
    if (!embla) return
    const update = () => setEnds({ atStart: !embla.canScrollPrev(), atEnd: !embla.canScrollNext() })
    update()
    embla.on('select', update).on('reInit', update)
    return () => {
      embla.off('select', update).off('reInit', update)
    }
  }, [embla])
  return embla ? ends : { atStart: isFullyVisible, atEnd: isFullyVisible }
}
