import { expect, test, vi } from 'vitest'
import { bulkOf, upload } from './test-bulk.ts'
import { createUploadItems } from './upload-items.ts'

test('bulk list: tracks are titled after their files and counted until uploaded', () => {
  const { list, item, ids } = bulkOf(['Kettle.mp3', 'Lid.wav'])
  expect(item(0)).toMatchObject({ title: 'Kettle', status: 'pending', progress: 0 })
  expect(list.unfinished()).toHaveLength(2)
  list.update(ids[0] ?? '', { status: 'completed' })
  expect(list.unfinished()).toHaveLength(1)
})

test('bulk list: after a crash the same files continue, in the order that the list had', async () => {
  const before = bulkOf(['a.mp3', 'b.mp3', 'c.mp3'])
  const [a = '', , c = ''] = before.ids
  before.list.update(c, { title: 'Typed', upload })
  before.list.update(a, { upload })
  before.list.move(c, 0)
  const restored = before.list.get().map(({ file: _file, ...item }) => item)
  const list = createUploadItems(restored)
  expect(list.missing()).toHaveLength(3)
  const lastModified = before.list.item(c)?.source.lastModified ?? 0
  const same = new File(['0123456789'], 'c.mp3', { lastModified })
  const other = new File(['9876543210'], 'a.mp3', { lastModified: 1 })
  expect(await list.sortOut([same, other])).toEqual({ added: [other], copies: [] })
  list.add([other])
  expect(list.get().map(({ title, file }) => [title, file !== undefined])).toEqual([
    ['Typed', true],
    ['a', false],
    ['b', false],
    ['a', true],
  ])
  expect(list.get()[0]).toMatchObject({ id: c, upload })
  expect(list.get().map(({ id }) => id)).toEqual([c, a, before.ids[1], '4'])
})

test('bulk list: what is here already is known by its content, also under another name, and not added', async () => {
  const { list } = bulkOf(['a.mp3'])
  const copy = new File(['0123456789'], 'copy of a.mp3', { lastModified: 1 })
  const sameSize = new File(['9876543210'], 'b.mp3')
  expect(await list.sortOut([copy, sameSize])).toEqual({ added: [sameSize], copies: [copy] })
})

test('bulk list: a file that is twice in one drop is added once', async () => {
  const list = createUploadItems()
  const [one, two] = ['one.mp3', 'two.mp3'].map((name) => new File(['same'], name))
  if (!one || !two) throw new Error('no files')
  expect(await list.sortOut([one, two])).toEqual({ added: [one], copies: [two] })
})

test.each(['uploaded', 'published'])(
  'bulk list: of files that are chosen again after an interruption, those that are %s are not added',
  async (state) => {
    const before = bulkOf(['a.mp3', 'b.mp3'])
    for (const id of before.ids)
      before.list.update(id, {
        audioUrl: '/objects/x',
        status: state === 'published' ? 'completed' : 'uploading',
      })
    const files = before.list.get().flatMap(({ file }) => file ?? [])
    const list = createUploadItems(before.list.get().map(({ file: _file, ...item }) => item))
    const read = files.map((file) => vi.spyOn(file, 'slice'))
    expect(await list.sortOut(files)).toEqual({ added: [], copies: files })
    // Name, size and date are those of the same files: nothing of an album is read.
    for (const slice of read) expect(slice).not.toHaveBeenCalled()
  },
)

test('bulk list: files of the same name and size in two folders are two tracks', async () => {
  const list = createUploadItems()
  const options = { lastModified: 1 }
  const files = ['first', 'other'].map((bytes) => new File([bytes], '01.wav', options))
  expect(await list.sortOut(files)).toEqual({ added: files, copies: [] })
  list.add(files.slice(0, 1))
  expect((await list.sortOut(files.slice(1))).added).toEqual(files.slice(1))
})
