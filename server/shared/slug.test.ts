import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isUuid } from '#server/platform/postgres/uuid.ts'
import { slugCandidates, slugify } from './slug.ts'

test.each([
  ['Midnight City', 'midnight-city'],
  ['  Ça va, Zoë?  ', 'ca-va-zoe'],
  ["Don't Stop & Go", 'dont-stop-and-go'],
  ['Straße nach Łódź, Ærø', 'strasse-nach-lodz-aero'],
  ['Полёт шмеля (соль)', 'polyot-shmelya-sol'],
  ['Ζορμπάς', 'zormpas'],
  ['夜に駆ける', '夜に駆ける'],
  ['가나다 Remix', '가나다-remix'],
  ['हिन्दी गीत', 'हिन्दी-गीत'],
  ['أغنية البحر', 'أغنية-البحر'],
  ['①½ ﬁne', '11-2-fine'],
  ['<img src=x onerror=alert(1)>', 'img-src-x-onerror-alert-1'],
  ['a/b\\c?d#e%00', 'a-b-c-d-e-00'],
  ['🎵🎶', ''],
  ['I ❤\ufe0f you', 'i-you'],
  ['Night\u3164', 'night'],
])('slugify: %s becomes %s', (title, slug) => {
  expect(slugify(title)).toBe(slug)
})

test('slugify: a long title is truncated at a word boundary', () => {
  expect(slugify('the quick brown fox '.repeat(10))).toBe(
    'the-quick-brown-fox-the-quick-brown-fox-the-quick-brown-fox-the-quick-brown-fox',
  )
  expect(slugify('x'.repeat(200))).toBe('x'.repeat(80))
})

test('slugCandidates: a title without letters gets a fallback name and a suffix', () => {
  expect(slugCandidates({ title: '🎵' }, 'track').next().value).toMatch(/^track-[a-z2-9]{5}$/)
})

test('slugCandidates: every further candidate has another suffix', () => {
  const candidates = slugCandidates({ title: 'Song', privacy: 'public' }, 'track')
  const some = Array.from({ length: 4 }, () => candidates.next().value)
  expect(some[0]).toBe('song')
  expect(some.slice(1).every((slug) => /^song-[a-z2-9]{5,7}$/.test(slug))).toBe(true)
  expect(new Set(some).size).toBe(4)
})

test.each(['unlisted', 'private'] as const)(
  'slugCandidates: every candidate for %s content has a suffix that cannot be guessed',
  (privacy) => {
    const candidates = slugCandidates({ title: 'Song', privacy }, 'track')
    for (const slug of [candidates.next().value, candidates.next().value])
      expect(slug).toMatch(/^song-[a-z2-9]{12,}$/)
  },
)

test('slugify: a slug never looks like an id and contains only letters, digits and hyphens', () => {
  const id = '0b0e7e0a-1c2d-4e5f-8a9b-0c1d2e3f4a5b'
  expect(isUuid(id)).toBe(true)
  fc.assert(
    fc.property(fc.oneof(fc.constant(id), fc.string({ unit: 'grapheme' })), (title) => {
      const candidates = slugCandidates({ title }, 'track')
      for (const slug of [candidates.next().value, candidates.next().value]) {
        expect(isUuid(slug)).toBe(false)
        expect(slug).toMatch(/^[\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*$/u)
      }
    }),
  )
})
