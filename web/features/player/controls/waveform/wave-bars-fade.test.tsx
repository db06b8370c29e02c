import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { WaveBars } from './wave-bars.tsx'

const levels = Array.from({ length: 200 }, (_, i) => (i % 10) / 10)
const paths = (container: HTMLElement, selector = '') =>
  [...container.querySelectorAll(`${selector} path`)].map((path) => path.getAttribute('d'))

test('waveform: bars derived from the id are replaced by the analyzed ones', () => {
  const { container, rerender } = render(<WaveBars trackId="a" />)
  const derived = paths(container)
  expect(derived).toHaveLength(2)
  rerender(<WaveBars trackId="a" levels={levels} />)
  expect(paths(container, '.wave-fade-out')).toEqual(derived)
  expect(paths(container, '.wave-fade-in')[0]).not.toBe(derived[0])
})

test('waveform: bars that are analyzed from the beginning do not fade', () => {
  const { container } = render(<WaveBars trackId="a" levels={levels} />)
  expect(paths(container)).toHaveLength(2)
  expect(container.querySelector('.wave-fade-in, .wave-fade-out')).toBeNull()
})
