import { expect, test } from 'vitest'
import { hashOf, isSameFile, type StoredFile, storedFile } from './stored-file.ts'

const fileOf = (content: string, name = 'kettle.wav', lastModified = 1) =>
  new File([content], name, { lastModified })

async function stored(file: File): Promise<StoredFile> {
  return { ...storedFile(file), hash: await hashOf(file) }
}

test('resumed file: one with other bytes is another, also with the same name, size and date', async () => {
  const known = await stored(fileOf('first take'))
  expect(await isSameFile(fileOf('first take'), known)).toBe(true)
  expect(await isSameFile(fileOf('later take'), known)).toBe(false)
})

test('resumed file: a copy with another name and date is the same', async () => {
  const known = await stored(fileOf('first take'))
  expect(await isSameFile(fileOf('first take', 'kettle (2).wav', 2), known)).toBe(true)
})

test('resumed file: until its bytes are read, name, size and date decide', async () => {
  const known = storedFile(fileOf('first take'))
  expect(await isSameFile(fileOf('first take'), known)).toBe(true)
  expect(await isSameFile(fileOf('first take', 'kettle.wav', 2), known)).toBe(false)
})

test('resumed file: of one of which nothing is sent yet, a copy with another date does as well', async () => {
  const known = storedFile(fileOf('first take'))
  expect(await isSameFile(fileOf('first take', 'kettle.wav', 2), known, false)).toBe(true)
  expect(await isSameFile(fileOf('first take', 'lid.wav', 2), known, false)).toBe(false)
})
