import { type RefObject, useLayoutEffect } from 'react'

const overlays = '[role="menu"], [role="dialog"], [role="alertdialog"]'
let pointer = { x: -1, y: -1 }

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/** Between the toast and what it goes aside for. */
const gap = 8
/** Of a phone. */
const headerHeight = 60

/**
 * Marks the element as `data-aside` while it would cover what has the pointer or the focus, a menu or a dialog, and sets
 * where it is directly above that: phones have no space beside it but the header.
 */
export function useAside(viewport: RefObject<HTMLElement | null>, toastId: number | undefined) {
  useLayoutEffect(() => {
    const element = viewport.current
    if (!element || toastId === undefined) return
    // The pointer comes to a toast that is there; the others come to what the toast must not cover.
    const place = (point: typeof pointer | null) => {
      const focused = document.activeElement
      if (element.contains(focused)) return
      delete element.dataset['aside']
      const toast = element.getBoundingClientRect()
      const boxes = [focused, ...document.querySelectorAll(overlays)].flatMap((one) =>
        one && isPart(one) ? one.getBoundingClientRect() : [],
      )
      if (point) boxes.push(new DOMRect(point.x, point.y))
      const covered = boxes.filter((box) => isCovering(toast, box))
      if (covered.length === 0) return
      element.dataset['aside'] = 'true'
      const above = innerHeight + gap - Math.min(...covered.map(({ top }) => top))
      const highest = innerHeight - headerHeight - gap - toast.height
      element.style.setProperty('--toasts-above', `${Math.min(above, highest)}px`)
    }
    const onFocus = () => {
      place(null)
      // A menu gets its place after the focus.
      requestAnimationFrame(() => place(null))
    }
    place(pointer)
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [viewport, toastId])
}

/** Not the page, nor what fills the window. */
function isPart(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect()
  return !element.matches('html, body, main') && width * height < 0.7 * innerWidth * innerHeight
}

const isCovering = (toast: Box, box: Box) =>
  box.left < toast.right &&
  box.right > toast.left &&
  box.top < toast.bottom &&
  box.bottom > toast.top

if (typeof document !== 'undefined')
  document.addEventListener('pointermove', ({ clientX, clientY, pointerType }) => {
    if (pointerType === 'mouse') pointer = { x: clientX, y: clientY }
  })
