import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderWithProviders } from '#web/components/testing/render-with-providers.tsx'
import { ReleaseFieldset } from './release-fieldset.tsx'
import { useReleaseForm } from './release-form.ts'
import { createDraftStore, type DraftStore } from './upload-draft.ts'
import { createUploadItems, type UploadItems } from './upload-items.ts'

function Fieldset({ list, store }: { list: UploadItems; store: DraftStore }) {
  const release = useReleaseForm(list, store)
  return <ReleaseFieldset {...{ list, release }} isRunning={false} hasRun={false} />
}

function renderAlbum(numbers: number[]) {
  const list = createUploadItems()
  const store = createDraftStore(new Map())
  const { user } = renderWithProviders(<Fieldset {...{ list, store }} />, { handlers: {} })
  const add = (all: number[]) =>
    act(() => {
      for (const number of all)
        for (const id of list.add([new File(['x'], `${number}.mp3`)]))
          list.update(id, {
            title: String(number),
            isReading: false,
            release: { album: 'Thaw', number },
          })
    })
  add(numbers)
  return { user, list, add, order: () => list.get().map(({ title }) => title) }
}

test('release of a bulk upload: the numbers of the tags order the list, also when files are added', () => {
  const { add, order } = renderAlbum([3, 1])
  expect(order()).toEqual(['1', '3'])
  add([2])
  expect(order()).toEqual(['1', '2', '3'])
})

test('release of a bulk upload: another order that the user chose stays, also when a file is removed', () => {
  const { list, order } = renderAlbum([1, 2, 3])
  act(() => list.move(list.get()[0]?.id ?? '', 2))
  expect(order()).toEqual(['2', '3', '1'])
  act(() => list.remove(list.get()[0]?.id ?? ''))
  expect(order()).toEqual(['3', '1'])
})

const albumTitle = () => screen.queryByLabelText<HTMLInputElement>('Album title')?.value
/** As its tags are when it is no audio, or has none. */
const addUntagged = (list: UploadItems, name: string) =>
  act(() => {
    for (const id of list.add([new File([name], name)]))
      list.update(id, { isReading: false, release: {} })
  })

test('release of a bulk upload: one untagged or broken file does not switch off what the others say', () => {
  const { list, add, order } = renderAlbum([3, 1])
  addUntagged(list, 'hidden.mp3')
  expect(albumTitle()).toBe('Thaw')
  expect(screen.getByText('Filled in from the files.')).toBeTruthy()
  add([2])
  expect(order()).toEqual(['1', '2', '3', 'hidden'])
})

test('release of a bulk upload: where few files are tagged it stays off, and is filled in by hand', async () => {
  const { user, list } = renderAlbum([1])
  for (const name of ['a.mp3', 'b.mp3']) addUntagged(list, name)
  expect(albumTitle()).toBeUndefined()
  await user.click(screen.getByRole('switch', { name: 'Release as an album' }))
  expect(albumTitle()).toBe('Thaw')
})

test('release of a bulk upload: failed files do not count', () => {
  const { list } = renderAlbum([1, 2, 3])
  for (const name of ['a.mp3', 'b.mp3', 'c.mp3']) addUntagged(list, name)
  expect(albumTitle()).toBeUndefined()
  const [, , , ...broken] = list.get()
  act(() => {
    for (const { id } of broken) list.update(id, { status: 'failed' })
  })
  expect(albumTitle()).toBe('Thaw')
  expect(screen.getByLabelText<HTMLSelectElement>('Type').value).toBe('single')
})
