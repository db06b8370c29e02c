import useEmblaCarousel, { type UseEmblaCarouselType } from 'embla-carousel-react'
import { useEffect } from 'react'

export type Embla = NonNullable<UseEmblaCarouselType[1]>

type EmblaAdapterProps = {
  viewport: HTMLElement
  loop: boolean
  onReady: (embla: Embla | undefined) => void
}

/** Lets a row of cards that is already on the page be swiped, dragged and moved in a loop. */
export function EmblaAdapter({ viewport, loop, onReady }: EmblaAdapterProps) {
  const [attach, embla] = useEmblaCarousel({
    align: 'start',
    loop,
    slidesToScroll: loop ? 1 : 'auto',
    watchFocus: scrollToFocused,
    breakpoints: { '(prefers-reduced-motion: reduce)': { duration: 0 } },
  })
  useEffect(() => {
    viewport.scrollLeft = 0
    attach(viewport)
  }, [attach, viewport])
  useEffect(() => onReady(embla), [onReady, embla])
  return null
}

/**
 * Brings a card into sight that is reached by keyboard; one that stands there as a whole stays where it
 * is. The motor's own way moves at every focus, or not at all where the browser is slow.
 */
function scrollToFocused(embla: Embla, { target }: FocusEvent): false {
  const slide = embla.slideNodes().findIndex((card) => card.contains(target as Node))
  const card = embla.slideNodes()[slide]
  if (!card || !(target as Element).matches(':focus-visible')) return false
  const root = embla.rootNode()
  // The browser has moved there by itself, and would leave the motor's own place behind.
  root.scrollLeft = 0
  const row = root.getBoundingClientRect()
  const { left, right } = card.getBoundingClientRect()
  if (left < row.left - 1 || right > row.right + 1)
    embla.scrollTo(embla.internalEngine().slideRegistry.findIndex((group) => group.includes(slide)))
  return false
}
