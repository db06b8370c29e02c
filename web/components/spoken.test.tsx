import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { Duration } from './spoken.tsx'

/** What is seen, and what screen readers hear. */
function partsOf(element: ReactNode) {
  const { container } = render(element)
  const textOf = (selector: string) => container.querySelector(selector)?.textContent
  return [textOf('[aria-hidden]'), textOf('.sr-only')]
}

test('rows of lists: screen readers hear the units of a time', () => {
  expect(partsOf(<Duration seconds={40} />)).toEqual(['0:40', '40 seconds'])
})

test('rows of lists: a time that is not known is left out', () => {
  expect(partsOf(<Duration seconds={null} />)).toEqual([undefined, undefined])
})
