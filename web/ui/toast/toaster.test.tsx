import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createToastStore } from './toast-store.ts'
import { Toaster } from './toaster.tsx'

/** Elements without a place are nowhere. */
function layOut(places: Record<string, DOMRect>) {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const name = this.classList.contains('toasts') ? 'toasts' : this.id
    return places[name] ?? new DOMRect(-1, -1, 0, 0)
  })
}

test('toasts: one that would cover what has the focus goes aside, and returns when the focus goes', () => {
  layOut({ toasts: new DOMRect(600, 500, 300, 100), below: new DOMRect(650, 550, 40, 40) })
  const store = createToastStore()
  render(
    <>
      <button id="below" type="button">
        Below
      </button>
      <button id="elsewhere" type="button">
        Elsewhere
      </button>
      <Toaster store={store} />
    </>,
  )
  const toasts = () => document.querySelector<HTMLElement>('.toasts')
  const isAside = () => toasts()?.dataset['aside'] === 'true'
  act(() => void store.show({ title: 'Link copied!' }))
  expect(isAside()).toBe(false)
  act(() => screen.getByText('Below').focus())
  expect(isAside()).toBe(true)
  // On phones: directly above the button, of which the window has 218 px below its top edge.
  expect(toasts()?.style.getPropertyValue('--toasts-above')).toBe('226px')
  act(() => screen.getByText('Elsewhere').focus())
  expect(isAside()).toBe(false)
})
