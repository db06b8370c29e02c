import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linkify } from './linked-text.tsx'

const linksIn = (text: string) =>
  linkify(text).flatMap(({ text, href }) => (href ? [[text, href]] : []))

test.each([
  ['See https://nara.example/shows.', 'https://nara.example/shows', 'https://nara.example/shows'],
  [
    '(http://a.example/x?y=1&z=2#w)',
    'http://a.example/x?y=1&z=2#w',
    'http://a.example/x?y=1&z=2#w',
  ],
  ['www.nara.example, since 2019', 'www.nara.example', 'https://www.nara.example/'],
  [
    'https://en.example.org/wiki/Low_(band)!',
    'https://en.example.org/wiki/Low_(band)',
    'https://en.example.org/wiki/Low_(band)',
  ],
  ['“https://a.example/”', 'https://a.example/', 'https://a.example/'],
  ['HTTPS://A.EXAMPLE/Path', 'HTTPS://A.EXAMPLE/Path', 'https://a.example/Path'],
  ['https://bücher.example/ä', 'https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
])('linkify: in %j the link is %s', (text, shown, href) => {
  expect(linksIn(text)).toEqual([[shown, href]])
})

test.each([
  'javascript:alert(1)',
  'data:text/html,https',
  'https://',
  'https://localhost/admin',
  'https://soundpost.example@evil.example/',
  'ftp://a.example',
  'no address: a.b, 3.5, e.g.this',
  'http://[::1',
])('linkify: %j has no link', (text) => {
  expect(linksIn(text)).toEqual([])
})

test('linkify: an invisible character ends the URL, so that it cannot be disguised', () => {
  expect(linksIn('https://a.example/\u202Egpj.exe')).toEqual([
    ['https://a.example/', 'https://a.example/'],
  ])
})

const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        'https://',
        'www.',
        'HTTP://a.example/',
        'javascript:',
        '"',
        "'",
        '<script>',
        '</a>',
        '&quot;',
        '(',
        ')',
        '@',
        '\n',
        '\u202E',
        '\0',
        ' onclick=',
      ),
      fc.webUrl(),
    ),
  )
  .map((pieces) => pieces.join(''))

test('linkify: whatever the text, the segments together are the text, and links lead to web sites only', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const segments = linkify(text)
      expect(segments.map((segment) => segment.text).join('')).toBe(text)
      for (const { text: shown, href } of segments) {
        if (href === undefined) continue
        const url = new URL(href)
        expect(url.protocol).toMatch(/^https?:$/)
        expect(url.username + url.password).toBe('')
        expect(shown).not.toMatch(/[\s\p{C}<>"]/u)
      }
    }),
    { numRuns: 500 },
  )
})

test('linkify: a URL between words is always found', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), (url) => {
      fc.pre(!/[.,;:!?'’…)\]}*_~|]$/.test(url))
      expect(linksIn(`before ${url} after`)).toEqual([[url, new URL(url).href]])
    }),
  )
})
