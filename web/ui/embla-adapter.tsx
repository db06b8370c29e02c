import useEmblaCarousel, { type UseEmblaCarouselType } from 'embla-carousel-react'
import { type RefObject, useEffect } from 'react'

export type Embla = NonNullable<UseEmblaCarouselType[1]>

type EmblaAdapterProps = {
  viewport: RefObject<HTMLElement | null>
  onReady: (embla: Embla | undefined) => void
}

/** Attaches Embla to a rendered row of cards: swiping and dragging in a loop. */
export function EmblaAdapter({ viewport, onReady }: EmblaAdapterProps) {
  const [attach, embla] = useEmblaCarousel({
    align: 'start',
    loop: true,
    watchFocus: scrollToFocused,
    breakpoints: { '(prefers-reduced-motion: reduce)': { duration: 0 } },
  })
  useEffect(() => {
    if (!viewport.current) return
    viewport.current.scrollLeft = 0
    attach(viewport.current)
  }, [attach, viewport])
  useEffect(() => onReady(embla), [onReady, embla])
  return null
}

/**
 * Scrolls a card that gets the keyboard focus into view unless it is fully visible. Embla's own
 * focus handling moves on every focus, or not at all in slow browsers.
 */
function scrollToFocused(embla: Embla, { target }: FocusEvent): false {
  const slide = embla.slideNodes().findIndex((card) => card.contains(target as Node))
  const card = embla.slideNodes()[slide]
  if (!card || !(target as Element).matches(':focus-visible')) return false
  const root = embla.rootNode()
  // The browser has scrolled there natively, which would put Embla's position out of sync.
  root.scrollLeft = 0
  const row = root.getBoundingClientRect()
  const { left, right } = card.getBoundingClientRect()
  if (left < row.left - 1 || right > row.right + 1)
    embla.scrollTo(embla.internalEngine().slideRegistry.findIndex((group) => group.includes(slide)))
  return false
}
