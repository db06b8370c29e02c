import useEmblaCarousel, { type UseEmblaCarouselType } from 'embla-carousel-react'
import { useEffect } from 'react'

export type Embla = NonNullable<UseEmblaCarouselType[1]>

type CarouselMotorProps = {
  viewport: HTMLElement
  loop: boolean
  onReady: (embla: Embla | undefined) => void
}

/** Lets a row of cards that is already on the page be swiped, dragged and moved in a loop. */
export function CarouselMotor({ viewport, loop, onReady }: CarouselMotorProps) {
  const [attach, embla] = useEmblaCarousel({
    align: 'start',
    loop,
    slidesToScroll: loop ? 1 : 'auto',
    breakpoints: { '(prefers-reduced-motion: reduce)': { duration: 0 } },
  })
  useEffect(() => {
    viewport.scrollLeft = 0
    attach(viewport)
  }, [attach, viewport])
  useEffect(() => onReady(embla), [onReady, embla])
  return null
}
