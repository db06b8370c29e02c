import { expect, test } from 'vitest'
import { createBulkList } from './bulk-list.ts'
import { createBulkTags } from './bulk-tags.ts'
import type { ReadTags } from './read-tags.ts'

const cover = new File(['c'], 'cover.png')

function bulkTags(read: (file: File) => Promise<ReadTags>) {
  const list = createBulkList()
  const ids = list.add([new File(['x'], 'a.mp3'), new File(['y'], 'b.mp3')])
  const tags = createBulkTags(list, read)
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
