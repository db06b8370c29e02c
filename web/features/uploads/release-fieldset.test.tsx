import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderWithProviders } from '#web/components/testing/render-with-providers.tsx'
import { type BulkList, createBulkList } from './bulk-list.ts'
import { ReleaseFieldset } from './release-fieldset.tsx'
import { useReleaseForm } from './release-form.ts'
import { createDraftStore } from './upload-draft.ts'

const store = createDraftStore(new Map())

function Fieldset({ list }: { list: BulkList }) {
  return <ReleaseFieldset list={list} release={useReleaseForm(list, store)} isRunning={false} />
}

function renderAlbum(numbers: number[]) {
  const list = createBulkList()
  renderWithProviders(<Fieldset list={list} />, { handlers: {} })
  const add = (all: number[]) =>
    act(() => {
      for (const number of all)
        for (const id of list.add([new File(['x'], `${number}.mp3`)]))
          list.update(id, { title: String(number), release: { album: 'Thaw', number } })
    })
  add(numbers)
  return { list, add, order: () => list.get().map(({ title }) => title) }
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
