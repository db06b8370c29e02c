import { beforeEach, expect, test, vi } from 'vitest'
import { createBulkList } from './bulk-list.ts'
import { createDraftStore } from './upload-draft.ts'

beforeEach(() => void vi.useFakeTimers())

/** A store, and what is stored of it after a while. */
function storeWith(stored = new Map<string, unknown>()) {
  const writes: ReadonlyMap<string, unknown>[] = []
  const store = createDraftStore(stored, async (changes) => void writes.push(changes))
  const records = () =>
    new Map([...stored, ...writes.flatMap((changes) => [...changes])].filter(([, value]) => value))
  return { store, writes, records }
}

test('upload draft: forms, images and the list with its order come back', () => {
  const { store, records } = storeWith()
  const list = createBulkList()
  list.add([new File(['1'], 'a.mp3'), new File(['2'], 'b.mp3')])
  list.update('2', { title: 'Typed', status: 'uploading', progress: 40, sent: 1 })
  list.move('2', 0)
  store.setItems(list.get())
  store.update({ mode: 'bulk', values: { ...store.get().values, title: 'Kettle' } })
  const artwork = new File(['c'], 'cover.png')
  store.updateImages({ artwork })
  vi.advanceTimersByTime(300)
  const again = storeWith(records()).store
  expect(again.get()).toMatchObject({ mode: 'bulk', values: { title: 'Kettle' } })
  expect(again.images().artwork).toBe(artwork)
  expect(again.items().map(({ id }) => id)).toEqual(['2', '1'])
  expect(again.items()[0]).toMatchObject({ title: 'Typed', status: 'pending', progress: 0 })
  expect(again.items()[0]?.file).toBeUndefined()
})

test('upload draft: only what has changed is written', () => {
  const { store, writes } = storeWith()
  const list = createBulkList()
  list.add([new File(['1'], 'a.mp3'), new File(['2'], 'b.mp3')])
  store.setItems(list.get())
  vi.advanceTimersByTime(300)
  list.update('1', { status: 'uploading', progress: 10, sent: 5 })
  store.setItems(list.get())
  vi.advanceTimersByTime(300)
  list.update('2', { title: 'Typed' })
  store.setItems(list.get())
  vi.advanceTimersByTime(300)
  expect(writes.slice(1).map((changes) => [...changes.keys()])).toEqual([['item 2']])
})

test('upload draft: the list is stored while files are being sent, which changes it all the time', () => {
  const { store, records } = storeWith()
  const list = createBulkList()
  list.add([new File(['1'], 'a.mp3')])
  const upload = { id: 'u', uploadURL: '/u', partSize: 1, parts: 1 }
  list.update('1', { status: 'uploading', upload })
  for (let sent = 1; sent <= 5; sent++) {
    list.update('1', { sent })
    store.setItems(list.get())
    vi.advanceTimersByTime(200)
  }
  expect(storeWith(records()).store.items()).toMatchObject([{ id: '1', upload }])
})

test('upload draft: files that the server has deleted after a day are to be sent again', () => {
  const { store, records } = storeWith()
  const artwork = new File(['c'], 'cover.png')
  const file = { name: 'a.mp3', size: 1, lastModified: 2 }
  store.updateImages({ artwork })
  const uploaded = { path: '/objects/a', name: 'a.mp3', size: 1, at: Date.now() }
  store.update({ audio: uploaded, artwork: uploaded, transfer: { file } })
  vi.advanceTimersByTime(22 * 3_600_000)
  expect(storeWith(records()).store.get().audio).toEqual(uploaded)
  vi.advanceTimersByTime(2 * 3_600_000)
  const again = storeWith(records()).store
  expect(again.get()).toMatchObject({ audio: null, artwork: null, transfer: { file } })
  expect(again.images().artwork).toBe(artwork)
})

/** A list of two tracks, of which one is published. */
function halfPublished() {
  const stored = storeWith()
  const list = createBulkList()
  list.add([new File(['1'], 'a.mp3'), new File(['2'], 'b.mp3')])
  list.update('1', { status: 'completed', track: { id: 'a', slug: 'a' } })
  stored.store.setItems(list.get())
  const publishAt = '2026-11-25T18:00:00Z'
  stored.store.update({
    shared: { ...stored.store.get().shared, publishAt },
    release: { choice: true },
  })
  stored.store.updateImages({ shared: new File(['c'], 'cover.png') })
  return { ...stored, list }
}

test('upload draft: after a crash published tracks come back too, so that none is uploaded twice', () => {
  const { store, records } = halfPublished()
  store.save()
  expect(
    storeWith(records())
      .store.items()
      .map(({ id }) => id),
  ).toEqual(['1', '2'])
})

test.each(['ended', undefined] as const)(
  'upload draft: of a batch without unfinished tracks nothing comes back (run: %s)',
  (run) => {
    const { store, list, records } = halfPublished()
    list.remove('2')
    store.setItems(list.get())
    store.update({ run })
    store.save()
    const again = storeWith(records()).store
    expect(again.items()).toEqual([])
    expect(again.get()).toMatchObject({ shared: { publishAt: '' }, release: {} })
    expect(again.images().shared).toBeUndefined()
  },
)

test('upload draft: a release that was not completed comes back with its published tracks', () => {
  const { store, list, records } = halfPublished()
  list.remove('2')
  store.setItems(list.get())
  store.update({ run: 'started' })
  store.save()
  expect(storeWith(records()).store.items()).toHaveLength(1)
})

test('upload draft: of a form that is canceled or saved nothing is left, and the other one stays', () => {
  const { store, records } = halfPublished()
  const image = new File(['c'], 'own.png')
  store.update({ values: { ...store.get().values, title: 'Kettle' } })
  store.updateImages({ artwork: image })
  store.clear('single')
  const bulk = storeWith(records()).store
  expect(bulk.items()).toHaveLength(2)
  expect(bulk.get()).toMatchObject({ values: { title: '' }, release: { choice: true } })
  expect(Object.values(bulk.images()).map((file) => file?.name)).toEqual(['cover.png'])
  store.update({ values: { ...store.get().values, title: 'Lid' } })
  store.clear('bulk')
  const single = storeWith(records()).store
  expect(single.items()).toEqual([])
  expect(single.get()).toMatchObject({
    values: { title: 'Lid' },
    shared: { publishAt: '' },
    release: {},
  })
  expect(single.images().shared).toBeUndefined()
})
