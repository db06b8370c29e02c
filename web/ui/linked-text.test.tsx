import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findTimes, LinkedText } from './linked-text.tsx'

test('linked text: hostile text stays text, and links are marked as written by users', () => {
  const text = '<img src=x onerror=alert(1)>\nhttps://a.example/"onclick="x <b>'
  const { container } = render(<LinkedText text={text} />)
  expect([...container.querySelectorAll('*')].map(({ tagName }) => tagName)).toEqual(['A', 'SPAN'])
  const link = container.querySelector('a')
  expect(link?.getAttribute('href')).toBe('https://a.example/')
  expect(link?.getAttribute('rel')).toBe('nofollow ugc noopener')
  expect(link?.getAttributeNames().sort()).toEqual(['class', 'href', 'rel', 'target'])
  expect(container.textContent?.replace(' (opens in a new tab)', '')).toBe(text)
})

test.each([
  ['Bells at 1:05.', [65]],
  ['0:00 Intro\n12:34 Rain', [0, 754]],
  ['At 1:02:03, and at 59:59', [3723, 3599]],
  ['(2:00–3:30)', [120, 210]],
  ['Too late: 2:00:00', []],
  ['Not 10:20:30:40, 1.2:05, v1:05, 1:05.5, 1:5 or 1:75', []],
  ['Live at 7:30 pm, 8:00am', []],
])('linked text: the times of a track of 100 minutes in "%s"', (text, times) => {
  const segments = findTimes(text, 6000)
  expect(segments.map((segment) => segment.text).join('')).toBe(text)
  expect(segments.flatMap(({ seconds }) => seconds ?? [])).toEqual(times)
})

test('linked text: thousands of closing brackets after a URL take no time to leave out', () => {
  const text = `www.a.example${')'.repeat(10_000)}`
  const begun = performance.now()
  const { container } = render(<LinkedText text={text} />)
  expect(performance.now() - begun).toBeLessThan(1000)
  expect(container.querySelector('a')?.getAttribute('href')).toBe('https://www.a.example/')
  expect(container.textContent?.replace(' (opens in a new tab)', '')).toBe(text)
})
