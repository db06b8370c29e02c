import { beforeEach, expect, test, vi } from 'vitest'
import { createDraftStore } from './upload-draft.ts'
import { createUploadItems } from './upload-items.ts'

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
  const list = createUploadItems()
  list.add([new File(['1'], 'a.mp3'), new File(['2'], 'b.mp3')])
  list.update('2', { title: 'Typed', status: 'uploading', progress: 40, sent: 1 })
  list.move('2', 0)
  store.setItems('bulk', list.get())
  store.update({ mode: 'bulk', values: { ...store.get().values, title: 'Kettle' } })
  const artwork = new File(['c'], 'cover.png')
  store.updateImages({ artwork })
  vi.advanceTimersByTime(300)
  const again = storeWith(records()).store
  expect(again.get()).toMatchObject({ mode: 'bulk', values: { title: 'Kettle' } })
  expect(again.images().artwork).toBe(artwork)
  expect(again.items('bulk').map(({ id }) => id)).toEqual(['2', '1'])
  expect(again.items('bulk')[0]).toMatchObject({ title: 'Typed', status: 'pending', progress: 0 })
  expect(again.items('bulk')[0]?.file).toBeUndefined()
})

test('upload draft: only what has changed is written', () => {
  const { store, writes } = storeWith()
  const list = createUploadItems()
  list.add([new File(['1'], 'a.mp3'), new File(['2'], 'b.mp3')])
  store.setItems('bulk', list.get())
  vi.advanceTimersByTime(300)
  list.update('1', { status: 'uploading', progress: 10, sent: 5 })
  store.setItems('bulk', list.get())
  vi.advanceTimersByTime(300)
  list.update('2', { title: 'Typed' })
  store.setItems('bulk', list.get())
  vi.advanceTimersByTime(300)
  expect(writes.slice(1).map((changes) => [...changes.keys()])).toEqual([['item 2']])
})

test('upload draft: the list is stored while files are being sent, which changes it all the time', () => {
  const { store, records } = storeWith()
  const list = createUploadItems()
  list.add([new File(['1'], 'a.mp3')])
  const upload = { id: 'u', uploadURL: '/u', partSize: 1, parts: 1 }
  list.update('1', { status: 'uploading', upload })
  for (let sent = 1; sent <= 5; sent++) {
    list.update('1', { sent })
    store.setItems('bulk', list.get())
    vi.advanceTimersByTime(200)
  }
  expect(storeWith(records()).store.items('bulk')).toMatchObject([{ id: '1', upload }])
})

test('upload draft: files that the server has deleted after a day are to be sent again', () => {
  const { store, records } = storeWith()
  const artwork = new File(['c'], 'cover.png')
  const list = createUploadItems()
  list.add([new File(['1'], 'a.mp3')])
  list.update('1', { status: 'uploading', audioUrl: '/objects/a', sentAt: Date.now() })
  store.updateImages({ artwork })
  store.setItems('single', list.get())
  store.update({ artwork: { path: '/objects/b', name: 'b.png', size: 1, at: Date.now() } })
  vi.advanceTimersByTime(22 * 3_600_000)
  const kept = storeWith(records()).store
  expect(kept.items('single')).toMatchObject([{ audioUrl: '/objects/a' }])
  expect(kept.get().artwork).not.toBeNull()
  vi.advanceTimersByTime(2 * 3_600_000)
  const again = storeWith(records()).store
  expect(again.items('single')).toMatchObject([{ status: 'pending', source: { name: 'a.mp3' } }])
  expect(again.items('single')[0]?.audioUrl).toBeUndefined()
  expect(again.get().artwork).toBeNull()
  expect(again.images().artwork).toBe(artwork)
})

const file = { name: 'a.mp3', size: 1, lastModified: 2 }
const upload = { id: 'u', uploadURL: '/u', partSize: 1, parts: 1 }
const uploaded = () => ({ path: '/objects/a', name: 'a.mp3', size: 1, at: Date.now() })

test.each([
  ['was being sent', { audio: null, transfer: { file, upload } }, { source: file, upload }],
  [
    'was uploaded',
    { audio: uploaded(), transfer: { file } },
    { source: file, audioUrl: '/objects/a' },
  ],
  [
    'was uploaded by one without transfers',
    { audio: uploaded(), transfer: null },
    { source: { name: 'a.mp3', size: 1 }, audioUrl: '/objects/a' },
  ],
])(
  'upload draft: a single file that %s comes back from the draft of an earlier version',
  (_, form, item) => {
    const cover = new File(['c'], 'cover.png')
    const values = { title: 'Kettle' }
    const earlier = new Map<string, unknown>([
      ['form', { values, ...form }],
      ['images', { cover }],
    ])
    const { store, records } = storeWith(earlier)
    expect(store.items('single')).toMatchObject([{ ...item, artwork: cover }])
    store.save()
    expect(storeWith(records()).store.items('single')).toMatchObject([item])
    expect(store.get()).toMatchObject({ values })
  },
)

test('upload draft: an earlier version that had no file leaves none', () => {
  const earlier = new Map([['form', { audio: null, transfer: null }]])
  expect(storeWith(earlier).store.items('single')).toEqual([])
})

/** A list of two tracks, of which one is published. */
function halfPublished() {
  const stored = storeWith()
  const list = createUploadItems()
  list.add([new File(['1'], 'a.mp3'), new File(['2'], 'b.mp3')])
  list.update('1', { status: 'completed', track: { id: 'a', slug: 'a' } })
  stored.store.setItems('bulk', list.get())
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
      .store.items('bulk')
      .map(({ id }) => id),
  ).toEqual(['1', '2'])
})

test.each(['ended', undefined] as const)(
  'upload draft: of a batch without unfinished tracks nothing comes back (run: %s)',
  (run) => {
    const { store, list, records } = halfPublished()
    list.remove('2')
    store.setItems('bulk', list.get())
    store.update({ run })
    store.save()
    const again = storeWith(records()).store
    expect(again.items('bulk')).toEqual([])
    expect(again.get()).toMatchObject({ shared: { publishAt: '' }, release: {} })
    expect(again.images().shared).toBeUndefined()
  },
)

test('upload draft: a release that was not completed comes back with its published tracks', () => {
  const { store, list, records } = halfPublished()
  list.remove('2')
  store.setItems('bulk', list.get())
  store.update({ run: 'started' })
  store.save()
  expect(storeWith(records()).store.items('bulk')).toHaveLength(1)
})

test('upload draft: of a form that is canceled or saved nothing is left, and the other one stays', () => {
  const { store, records } = halfPublished()
  const image = new File(['c'], 'own.png')
  store.update({ values: { ...store.get().values, title: 'Kettle' } })
  store.updateImages({ artwork: image })
  const own = createUploadItems()
  own.add([new File(['3'], 'c.mp3')])
  store.setItems('single', own.get())
  store.clear('single')
  const bulk = storeWith(records()).store
  expect(bulk.items('bulk')).toHaveLength(2)
  expect(bulk.items('single')).toEqual([])
  expect(bulk.get()).toMatchObject({ values: { title: '' }, release: { choice: true } })
  expect(Object.values(bulk.images()).map((file) => file?.name)).toEqual(['cover.png'])
  store.update({ values: { ...store.get().values, title: 'Lid' } })
  store.setItems('single', own.get())
  store.clear('bulk')
  const single = storeWith(records()).store
  expect(single.items('bulk')).toEqual([])
  expect(single.items('single')).toHaveLength(1)
  expect(single.get()).toMatchObject({
    values: { title: 'Lid' },
    shared: { publishAt: '' },
    release: {},
  })
  expect(single.images().shared).toBeUndefined()
})
