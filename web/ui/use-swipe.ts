import { type TouchEvent, useRef } from 'react'

/** Pixels from which a movement is a swipe. */
const threshold = 48

/** Touch handlers that report swipes. A slider keeps its own movements. */
export function useSwipe(
  onSwipe: (direction: 'up' | 'down' | 'left' | 'right', element: HTMLElement) => void,
) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart({ touches, target }: TouchEvent) {
      const touch = touches[0]
      const isOnSlider = target instanceof Element && target.closest('[role="slider"]') !== null
      start.current =
        touch && touches.length === 1 && !isOnSlider ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd({ changedTouches, currentTarget }: TouchEvent<HTMLElement>) {
      const touch = changedTouches[0]
      if (!start.current || !touch) return
      const [x, y] = [touch.clientX - start.current.x, touch.clientY - start.current.y]
      start.current = null
      if (Math.max(Math.abs(x), Math.abs(y)) < threshold) return
      if (Math.abs(x) > Math.abs(y)) onSwipe(x < 0 ? 'left' : 'right', currentTarget)
      else onSwipe(y < 0 ? 'up' : 'down', currentTarget)
    },
  }
}
