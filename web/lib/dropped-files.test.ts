import { expect, test } from 'vitest'
import { pathOf, readDropped } from './dropped-files.ts'

type Folder = { [name: string]: Folder | string }

/** An entry as browsers make it: a folder returns its entries in batches. */
function entryOf(name: string, content: Folder | string, parent = ''): unknown {
  const fullPath = `${parent}/${name}`
  if (typeof content === 'string')
    return {
      isFile: true,
      isDirectory: false,
      fullPath,
      file: (resolve: (file: File) => void) => resolve(new File([content], name)),
    }
  const entries = Object.entries(content).map(([name, inner]) => entryOf(name, inner, fullPath))
  return {
    isFile: false,
    isDirectory: true,
    fullPath,
    createReader: () => ({
      readEntries: (resolve: (batch: unknown[]) => void) => resolve(entries.splice(0, 100)),
    }),
  }
}

const dropped = (folder: Folder): DataTransfer =>
  ({
    files: [],
    items: Object.entries(folder).map(([name, content]) => ({
      webkitGetAsEntry: () => entryOf(name, content),
    })),
  }) as unknown as DataTransfer

test('dropped files: a folder is read with its subfolders, also if it has several batches', async () => {
  const many = Object.fromEntries(Array.from({ length: 250 }, (_, n) => [`${n}.mp3`, 'x']))
  const files = await readDropped(dropped({ Thaw: { 'CD 2': many, 'cover.jpg': 'x' } }))
  expect(files).toHaveLength(251)
  expect(files.map(pathOf)).toContain('/Thaw/CD 2/249.mp3')
})

test('dropped files: without a folder they are the files of the drop', () => {
  const file = new File(['x'], 'a.mp3')
  const transfer = { ...dropped({ 'a.mp3': 'x' }), files: [file] } as unknown as DataTransfer
  expect(readDropped(transfer)).toEqual([file])
  expect(pathOf(file)).toBe('a.mp3')
})
