import { expect, test } from 'vitest'
import { releaseTagsFrom, releaseType, sortByNumber, suggestRelease } from './release-tags.ts'

test.each([
  ['2026-12-04', '2026-12-04'],
  ['2026-12-04T10:00:00Z', '2026-12-04'],
  ['2026-12', '2026-12'],
  ['2026', '2026'],
  ['2026-00-00', '2026'],
  ['2026-12-00', '2026-12'],
  ['2026-13', undefined],
  ['2026-02-30', undefined],
  ['0000', undefined],
  ['soon', undefined],
])('release tags: the date %s is read as %s', (date, expected) => {
  expect(releaseTagsFrom({ date }, undefined).releaseDate).toBe(expected)
})

test('release tags: text that is too long for its field is left out', () => {
  const tags = releaseTagsFrom({ album: 'a'.repeat(1000), label: ['Harbor Tapes'] }, 60)
  expect(tags).toMatchObject({ album: undefined, label: 'Harbor Tapes', duration: 60 })
})

const minutes = (count: number, each: number) => Array(count).fill(each * 60)

test.each([
  [minutes(1, 4), 'single'],
  [minutes(3, 40), 'single'],
  [minutes(4, 10), 'ep'],
  [minutes(6, 10), 'ep'],
  [minutes(9, 3), 'ep'],
  [minutes(10, 3), 'album'],
  [minutes(7, 5), 'album'],
  [Array(7).fill(undefined), 'album'],
])('release type: tracks of %o seconds are the type %s', (durations, type) => {
  expect(releaseType(durations)).toBe(type)
})

test('release tags: disc and track numbers order the files, those without a number last', () => {
  const item = (name: string, disc?: number, number?: number) => ({
    name,
    release: { disc, number },
  })
  const items = [item('e', 2, 1), item('c'), item('b', 1, 10), item('a', 1, 2), item('d')]
  expect(sortByNumber(items).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

const tagged = (artist: string, album = 'Thaw') => ({
  release: { album, artist, releaseDate: '2026-12-04' },
})

test('release tags: files with the same album tag are suggested as a release', () => {
  expect(suggestRelease(Array(4).fill(tagged('Juno Vale')))).toEqual({
    fields: { title: 'Thaw', artist: 'Juno Vale', label: '', releaseDate: '2026-12-04' },
    isOfMost: true,
  })
})

test('release tags: with several artists and no album artist the artist stays empty', () => {
  const fields = { title: 'Thaw', artist: '' }
  expect(suggestRelease([tagged('Juno Vale'), tagged('Ottoline')])).toMatchObject({ fields })
})

test('release tags: what most tagged files say decides, whatever the others say', () => {
  const files = [tagged('Juno Vale'), tagged('Guest'), tagged('Juno Vale'), tagged('Other', 'Coda')]
  const fields = { title: 'Thaw', artist: 'Juno Vale' }
  expect(suggestRelease([...files, {}])).toMatchObject({ fields, isOfMost: true })
  expect(suggestRelease([...files, {}, {}])).toMatchObject({ fields, isOfMost: false })
})

test('release tags: without a majority of one album there is no suggestion', () => {
  expect(suggestRelease([tagged('Juno Vale'), tagged('Juno Vale', 'Coda')])).toBeNull()
  expect(suggestRelease([{}, {}])).toBeNull()
  expect(suggestRelease([])).toBeNull()
})
