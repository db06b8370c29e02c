import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LinkedText } from './linked-text.tsx'

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
