import { expect, test } from 'vitest'
import { createArchiveNames } from './archive-names.ts'

const slugs = [
  ...['profile', 'playlist-x', 'x', 'X', 'x-2', 'con', 'nul.', 'ﬁn', 'fin', 'straße', 'STRASSE'],
  ...['cafe\u0301', 'café', '..', '.', '', '../../x', 'a/b', 'a\\b', 'a:b', 'versions', 'ſ', 's'],
  ...['鹽'.repeat(80), `${'鹽'.repeat(80)}-2`, '鹽'.repeat(79), '\u{1F3B5}'.repeat(200)],
]

test('archive names: no two are the same, in any case, form or order, and each fits a file system', () => {
  for (const order of [slugs, slugs.toReversed(), [...slugs, ...slugs]]) {
    const nameOf = createArchiveNames()
    const names = order.flatMap((slug) => [
      nameOf('artwork', slug, 'webp'),
      nameOf('artwork/playlists', slug, 'webp'),
      nameOf('audio', slug, 'mp3'),
    ])
    const folded = names.map((name) => name.normalize('NFKC').toLowerCase())
    expect(new Set(folded).size).toBe(names.length)
    for (const name of names) {
      expect(name).toMatch(/^(artwork|artwork\/playlists|audio)\/[^/\\:]+\.(webp|mp3)$/)
      expect(name).not.toMatch(/\/(con|nul|\.+)\./i)
      expect(Buffer.byteLength(name.split('/').at(-1) ?? '')).toBeLessThanOrEqual(255)
    }
  }
})

test('archive names: what cannot clash is named by its slug alone', () => {
  const nameOf = createArchiveNames()
  expect(nameOf('audio', 'night-market', 'mp3')).toBe('audio/night-market.mp3')
  expect(nameOf('audio', 'night-market', 'flac')).toBe('audio/night-market.flac')
  expect(nameOf('audio', 'Night-Market', 'mp3')).toBe('audio/Night-Market-2.mp3')
})
