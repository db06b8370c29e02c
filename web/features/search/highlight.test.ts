import { expect, test } from 'vitest'
import { highlight } from './highlight.ts'

const shown = (text: string, query: string) =>
  highlight(text, query)
    .map((segment) => (segment.matches ? `[${segment.text}]` : segment.text))
    .join('')

test.each([
  ['Loom', 'loo', '[Loo]m'],
  ['The Varnish Song', 'song the', '[The] Varnish [Song]'],
  ['Café Über', 'cafe ub', '[Café] [Üb]er'],
  ['Cafe', 'café', '[Cafe]'],
  ['Straße 9', '9', 'Straße [9]'],
  ['Bloom', 'loo', 'Bloom'],
  ['ﬁnale', 'fi', '[ﬁ]nale'],
  ['😀 Loom', 'loom', '😀 [Loom]'],
  ['Loom', '', 'Loom'],
  ['', 'loo', ''],
])('highlight: "%s" with the query "%s" is shown as "%s"', (text, query, marked) => {
  expect(shown(text, query)).toBe(marked)
})
