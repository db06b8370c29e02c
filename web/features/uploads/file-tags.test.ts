import { expect, test } from 'vitest'
import { createFileTags } from './file-tags.ts'
import type { ReadTags } from './read-tags.ts'
import { createUploadItems } from './upload-items.ts'

const cover = new File(['c'], 'cover.png')

function bulkTags(
  read: (file: File) => Promise<ReadTags>,
  names: readonly string[] = ['a.mp3', 'b.mp3'],
) {
  const list = createUploadItems()
  const ids = list.add(names.map((name) => new File([name], name)))
  const tags = createFileTags(list, read)
  tags.add(ids)
  const item = (n: number) => list.item(ids[n] ?? '')
  return { list, ids, item, whenAllRead: () => Promise.all(ids.map(tags.whenRead)) }
}

test('bulk tags: title, cover and further tags are filled in', async () => {
  const { item, whenAllRead } = bulkTags(async ({ name }) => ({
    suggestions: { title: `Title of ${name}`, artist: 'The Guest Band', genre: 'folk' },
    release: { album: 'Thaw' },
    cover,
  }))
  await whenAllRead()
  expect(item(1)).toMatchObject({
    title: 'Title of b.mp3',
    artwork: cover,
    tags: { artist: 'The Guest Band', genre: 'folk' },
    release: { album: 'Thaw' },
  })
})

test('bulk tags: what the user has typed or chosen meanwhile stays', async () => {
  const { list, ids, item, whenAllRead } = bulkTags(async () => ({
    suggestions: { title: 'From the file' },
    release: {},
    cover,
  }))
  const chosen = new File(['d'], 'mine.png')
  list.update(ids[0] ?? '', { title: 'Typed', artwork: chosen })
  await whenAllRead()
  expect(item(0)).toMatchObject({ title: 'Typed', artwork: chosen })
  expect(item(1)?.title).toBe('From the file')
})

test('bulk tags: a file is being read until its tags are there, or cannot be', async () => {
  const { item, whenAllRead } = bulkTags(async ({ name }) => {
    if (name === 'a.mp3') throw new Error('no audio')
    return { suggestions: {}, release: {}, cover: undefined }
  })
  expect([item(0)?.isReading, item(1)?.isReading]).toEqual([true, true])
  await whenAllRead()
  expect([item(0)?.isReading, item(1)?.isReading]).toEqual([false, false])
})

test('bulk tags: a file that cannot be read keeps its name as the title', async () => {
  const { item, whenAllRead } = bulkTags(async ({ name }) => {
    if (name === 'a.mp3') throw new Error('no audio')
    return { suggestions: { title: 'Second' }, release: {}, cover: undefined }
  })
  await whenAllRead()
  expect([item(0)?.title, item(1)?.title]).toEqual(['a', 'Second'])
})

test('bulk tags: a number in the name of the file is used where its tags have none', async () => {
  const names = ['04 - Dew.mp3', '07 Frost.mp3', '10 Rime.mp3']
  const { item, whenAllRead } = bulkTags(
    async ({ name }) => ({
      suggestions: name.startsWith('10') ? { title: 'Rime (Take 2)' } : {},
      release: name.startsWith('07') ? { disc: 2, number: 1 } : { album: 'Thaw' },
      cover: undefined,
    }),
    names,
  )
  await whenAllRead()
  expect([item(0), item(1), item(2)]).toMatchObject([
    { title: 'Dew', release: { album: 'Thaw', number: 4 } },
    { title: 'Frost', release: { disc: 2, number: 1 } },
    { title: 'Rime (Take 2)', release: { album: 'Thaw', number: 10 } },
  ])
})
