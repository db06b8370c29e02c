import { Pause, Play } from 'lucide-react'
import {
  type FocusEvent,
  type RefObject,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { useMediaQuery, usePageHidden } from '#web/lib/use-browser-state.ts'
import { useIdle } from '#web/lib/use-idle.ts'
import { Arrows, type CarouselProps, useScrollEnds } from './carousel.tsx'
import type { Embla } from './embla-adapter.tsx'
import { IconButton } from './icon-button.tsx'
import { SectionHeading, SectionLinks } from './section-heading.tsx'

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
  const ends = useEnds(embla, viewport)
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
        <ul className="carousel-track">{children}</ul>
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
function useEnds(embla: Embla | undefined, viewport: RefObject<HTMLElement | null>) {
  const scrolled = useScrollEnds(viewport)
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

/**
 * Auto-advances a carousel, except while it is hovered, focused or touched, while the page is
 * hidden, or once stopped. With reduced motion it starts stopped.
 */
function useAutoAdvance(embla: Embla | undefined) {
  const reducedMotion = useMediaQuery('(prefers-reduced-motion: reduce)')
  const hidden = usePageHidden()
  const [stoppedByUser, setStopped] = useState<boolean | null>(null)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const [touched, setTouched] = useState(false)
  const stopped = stoppedByUser ?? reducedMotion
  const running = embla !== undefined && !stopped && !hidden && !hovered && !focused && !touched

  const advance = useMemo(() => createAutoAdvance(() => embla && moveOn(embla)), [embla])
  useEffect(() => {
    if (!running) return
    advance.start()
    return advance.stop
  }, [advance, running])

  return {
    stopped,
    toggle: () => setStopped(!stopped),
    pauseHandlers: {
      onMouseEnter: () => setHovered(true),
      onMouseLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: (event: FocusEvent) =>
        setFocused(event.currentTarget.contains(event.relatedTarget as Node | null)),
      onTouchStart: () => setTouched(true),
      onTouchEnd: () => setTouched(false),
      onTouchCancel: () => setTouched(false),
    },
  }
}

/** A row too short to loop returns to its start. */
function moveOn(embla: Embla): void {
  if (embla.canScrollNext()) embla.scrollNext()
  else embla.scrollTo(0)
}

/** Advances a carousel: first after 3 s, then every 4 s, while it is running. */
const advanceTimes = { first: 3_000, next: 4_000 } as const

export function createAutoAdvance(move: () => void) {
  let wait: number = advanceTimes.first
  let timer: ReturnType<typeof setTimeout> | undefined
  function schedule() {
    timer = setTimeout(() => {
      wait = advanceTimes.next
      move()
      schedule()
    }, wait)
  }
  return {
    start() {
      clearTimeout(timer)
      schedule()
    },
    stop: () => clearTimeout(timer),
  }
}
