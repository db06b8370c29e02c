import { expect, test, vi } from 'vitest'
import { ApiError } from '#web/api/client.ts'
import { createBulkList } from './bulk-list.ts'
import { createBulkTransfers, type TransferCalls } from './bulk-transfers.ts'
import { createBulkUpload, type UploadCalls } from './bulk-upload.ts'

const fields = {
  artist: 'Ines',
  genre: 'folk' as const,
  description: null,
  publishAt: null,
  allowDownload: false,
}
const shared = { fields }
const failing = (status: number) => new ApiError(status, '', '{"message":"File rejected."}')

const upload = { id: 'u', uploadURL: 'https://store/u', partSize: 4, parts: 3 }

type Calls = UploadCalls & {
  sendParts: TransferCalls['sendAudio']
  registerAudio: (uploadUrl: string) => Promise<string>
}

function bulkOf(names: string[], calls: Partial<Calls> = {}) {
  const list = createBulkList()
  const ids = list.add(names.map((name) => new File(['0123456789'], name)))
  const mocks = {
    whenTagsRead: vi.fn<Calls['whenTagsRead']>(calls.whenTagsRead ?? (async () => {})),
    sendParts: vi.fn<Calls['sendParts']>(calls.sendParts ?? (async (file) => `sent:${file.name}`)),
    registerAudio: vi.fn<Calls['registerAudio']>(
      calls.registerAudio ?? (async (uploadUrl) => `/objects/${uploadUrl}`),
    ),
    uploadArtwork: vi.fn<Calls['uploadArtwork']>(async (image) => `/objects/${image.name}`),
    createTrack: vi.fn<Calls['createTrack']>(
      calls.createTrack ?? (async ({ title }) => ({ id: `id of ${title}`, slug: title })),
    ),
  }
  async function sendAudio(...[file, options]: Parameters<TransferCalls['sendAudio']>) {
    const uploadUrl = await mocks.sendParts(file, options)
    options.onSent?.()
    return mocks.registerAudio(uploadUrl)
  }
  const transfers = createBulkTransfers(list, { sendAudio }, (error) => bulk.stop(error))
  const bulk = createBulkUpload(list, transfers, mocks)
  const item = (n: number) => list.item(ids[n] ?? '')
  return { list, bulk, transfers, ids, item, calls: mocks }
}

test('bulk list: tracks are titled after their files and counted until uploaded', () => {
  const { list, item, ids } = bulkOf(['Kettle.mp3', 'Lid.wav'])
  expect(item(0)).toMatchObject({ title: 'Kettle', status: 'pending', progress: 0 })
  expect(list.unfinished()).toHaveLength(2)
  list.update(ids[0] ?? '', { status: 'completed' })
  expect(list.unfinished()).toHaveLength(1)
  list.clear()
  expect(list.get()).toEqual([])
  expect(list.unfinished()).toHaveLength(0)
})

test('bulk upload: every file becomes a public track', async () => {
  const { bulk, ids, item, calls } = bulkOf(['a.mp3', 'b.mp3'])
  expect(await bulk.run(ids, shared)).toEqual({ succeeded: 2, failed: 0 })
  expect(calls.createTrack).toHaveBeenCalledWith({
    artist: 'Ines',
    genre: 'folk',
    title: 'a',
    audioUrl: '/objects/sent:a.mp3',
    artworkUrl: undefined,
    privacy: 'public',
  })
  expect(item(1)).toMatchObject({
    status: 'completed',
    progress: 100,
    track: { id: 'id of b', slug: 'b' },
  })
})

test('bulk upload: progress is 0 to 80 while sending, 90 when confirmed and 100 when registered', async () => {
  const { bulk, ids, list } = bulkOf(['a.mp3'], {
    async sendParts(_file, options) {
      options.onProgress?.(5)
      await new Promise((resolve) => setTimeout(resolve, 201))
      options.onProgress?.(10)
      return 'sent'
    },
  })
  const seen: string[] = []
  list.subscribe(() => {
    const item = list.item(ids[0] ?? '')
    seen.push(`${item?.status} ${item?.progress}`)
  })
  await bulk.run(ids, shared)
  expect([...new Set(seen)]).toEqual([
    'uploading 0',
    'uploading 40',
    'uploading 80',
    'uploading 90',
    'uploading 100',
    'completed 100',
  ])
})

test('bulk upload: three files are sent concurrently', async () => {
  let now = 0
  let maxConcurrent = 0
  const names = Array.from({ length: 10 }, (_, n) => `${n}.mp3`)
  const { bulk, ids } = bulkOf(names, {
    async sendParts() {
      now += 1
      maxConcurrent = Math.max(maxConcurrent, now)
      await Promise.resolve()
      now -= 1
      return 'sent'
    },
  })
  await bulk.run(ids, shared)
  expect(maxConcurrent).toBe(3)
})

test('bulk upload: tracks are created from the last to the first, so that the first is the newest', async () => {
  const { bulk, ids, calls } = bulkOf(['Take 10.mp3', 'Take 2.mp3', 'Take 1.mp3'], {
    sendParts: async (file) => {
      // The first file takes longest.
      if (file.name === 'Take 1.mp3') for (let i = 0; i < 20; i++) await Promise.resolve()
      return file.name
    },
  })
  await bulk.run(ids, shared)
  expect(calls.createTrack.mock.calls.map(([track]) => track.title)).toEqual([
    'Take 10',
    'Take 2',
    'Take 1',
  ])
})

test('bulk upload: tags of a file apply where the shared form is empty', async () => {
  const { bulk, ids, list, calls } = bulkOf(['a.mp3'], {
    whenTagsRead: async (id) =>
      list.update(id, { tags: { artist: 'Guest', studio: 'Kitchen', genre: 'jazz' } }),
  })
  await bulk.run(ids, { fields: { ...fields, genre: null } })
  expect(calls.createTrack.mock.calls[0]?.[0]).toMatchObject({
    artist: 'Ines',
    studio: 'Kitchen',
    genre: 'jazz',
  })
})

test('bulk upload: one failure does not affect the others', async () => {
  const { bulk, ids, item } = bulkOf(['bad.mp3', 'good.mp3'], {
    sendParts: async (file) => {
      if (file.name === 'bad.mp3') throw failing(503)
      return 'sent'
    },
  })
  expect(await bulk.run(ids, shared)).toEqual({ succeeded: 1, failed: 1 })
  expect(item(0)).toMatchObject({
    status: 'failed',
    progress: 0,
    error: 'Upload failed with status 503',
    reason: 'File rejected.',
  })
  expect(item(1)?.status).toBe('completed')
})

test('bulk upload: what failed before, and is still in the list, counts as failed', async () => {
  const { bulk, ids, list, item } = bulkOf(['bad.mp3', 'good.mp3'])
  list.update(ids[0] ?? '', { status: 'failed', file: undefined })
  expect(await bulk.run(ids.slice(1), shared)).toEqual({ succeeded: 1, failed: 1 })
  expect(item(0)?.status).toBe('failed')
  expect(await bulk.run([], shared)).toBeNull()
})

test('bulk upload: artwork is sent once, and that of all where a track has none', async () => {
  const { bulk, ids, list, calls } = bulkOf(['a.mp3', 'b.mp3'])
  list.update(ids[0] ?? '', { artwork: new File(['y'], 'a.png') })
  calls.createTrack.mockRejectedValueOnce(failing(500))
  const all = { fields, artwork: new File(['z'], 'all.png') }
  await bulk.run(ids, all)
  await bulk.run(
    list.unfinished().map(({ id }) => id),
    all,
  )
  expect(calls.uploadArtwork.mock.calls.map(([file]) => file.name)).toEqual(['all.png', 'a.png'])
  expect(calls.createTrack.mock.calls.map(([track]) => track.artworkUrl)).toEqual([
    '/objects/all.png',
    '/objects/a.png',
    '/objects/all.png',
  ])
})

const lost = async () => {
  throw new TypeError('Failed to fetch')
}

test('bulk upload: it rejects when no track is known to exist but a response was lost', async () => {
  const { bulk, ids, item, calls } = bulkOf(['a.mp3', 'b.mp3'], { createTrack: lost })
  await expect(bulk.run(ids, shared)).rejects.toThrow('Failed to fetch')
  expect(item(1)).toMatchObject({ status: 'failed', reason: 'The connection was lost' })
  calls.createTrack.mockResolvedValueOnce({ id: 'a', slug: 'a' })
  expect(await bulk.run(ids, shared)).toEqual({ succeeded: 1, failed: 1 })
})

test('bulk upload: a lost response while sending a file is a failure', async () => {
  const { bulk, ids } = bulkOf(['a.mp3'], { sendParts: lost })
  expect(await bulk.run(ids, shared)).toEqual({ succeeded: 0, failed: 1 })
})

test('bulk upload: a retry does not send files that were uploaded', async () => {
  const { bulk, ids, item, calls } = bulkOf(['a.mp3'], {
    async sendParts(_file, { onStarted }) {
      onStarted?.(upload)
      return upload.uploadURL
    },
  })
  calls.registerAudio.mockRejectedValueOnce(failing(500))
  expect(await bulk.run(ids, shared)).toEqual({ succeeded: 0, failed: 1 })
  expect(await bulk.run(ids, shared)).toEqual({ succeeded: 1, failed: 0 })
  expect(calls.sendParts.mock.calls[1]?.[1].started).toEqual(upload)
  expect(item(0)).toMatchObject({ status: 'completed', error: undefined })
})

test.each([
  ['rejected', 'registerAudio', 415],
  ['expired', 'createTrack', 404],
] as const)(
  'bulk upload: a retry sends a file again that the server has %s',
  async (_reason, name, status) => {
    const { bulk, ids, calls } = bulkOf(['a.mp3'])
    calls[name].mockRejectedValueOnce(failing(status))
    await bulk.run(ids, shared)
    expect(await bulk.run(ids, shared)).toEqual({ succeeded: 1, failed: 0 })
    expect(calls.sendParts).toHaveBeenCalledTimes(2)
  },
)

const untilAborted: Calls['sendParts'] = (_file, options) =>
  new Promise((_resolve, reject) => {
    options.signal?.throwIfAborted()
    options.signal?.addEventListener('abort', () => reject(new Error('aborted')))
  })

test('bulk upload: it stops when the session ends', async () => {
  const { bulk, ids, item } = bulkOf(['a.mp3', 'b.mp3', 'c.mp3', 'd.mp3'], {
    sendParts: async (file, options) => {
      if (file.name === 'b.mp3') throw failing(401)
      return untilAborted(file, options)
    },
  })
  await expect(bulk.run(ids, shared)).rejects.toMatchObject({ status: 401 })
  expect([0, 1, 2, 3].map((n) => item(n)?.status)).toEqual(Array(4).fill('pending'))
})

test('bulk upload: removing a track aborts its upload', async () => {
  const { bulk, transfers, ids, list } = bulkOf(['a.mp3', 'b.mp3'], {
    sendParts: async (file, options) =>
      file.name === 'a.mp3' ? untilAborted(file, options) : 'sent',
  })
  const result = bulk.run(ids, shared)
  transfers.remove(ids[0] ?? '')
  expect(await result).toEqual({ succeeded: 1, failed: 0 })
  expect(list.get().map(({ id }) => id)).toEqual([ids[1]])
})

test('bulk upload: it resolves to null when all tracks are removed', async () => {
  const { bulk, transfers, ids } = bulkOf(['a.mp3'], { sendParts: untilAborted })
  const result = bulk.run(ids, shared)
  transfers.remove(ids[0] ?? '')
  expect(await result).toBeNull()
})

test('bulk upload: it stops when the page is left', async () => {
  const { bulk, ids } = bulkOf(['a.mp3', 'b.mp3'], { sendParts: untilAborted })
  const result = bulk.run(ids, shared)
  bulk.stop()
  expect(await result).toBeNull()
})

test('bulk upload: files are sent as soon as they are in the list, before the button is pressed', async () => {
  const { transfers, item, calls } = bulkOf(['a.mp3'])
  transfers.start()
  await expect.poll(() => item(0)?.progress).toBe(100)
  expect(item(0)).toMatchObject({ status: 'uploading', audioUrl: '/objects/sent:a.mp3' })
  expect(calls.createTrack).not.toHaveBeenCalled()
})

test('bulk upload: a paused file stops, makes place for another, and continues its upload', async () => {
  const { transfers, ids, item, calls } = bulkOf(['a.mp3', 'b.mp3', 'c.mp3', 'd.mp3'], {
    sendParts(file, options) {
      options.onStarted?.(upload)
      return untilAborted(file, options)
    },
  })
  const sending = () => calls.sendParts.mock.calls.map(([file]) => file.name)
  transfers.start()
  expect(sending()).toEqual(['a.mp3', 'b.mp3', 'c.mp3'])
  transfers.pause(ids[0] ?? '')
  expect(sending()).toEqual(['a.mp3', 'b.mp3', 'c.mp3', 'd.mp3'])
  expect(item(0)).toMatchObject({ status: 'pending', isPaused: true })
  transfers.resume(ids[0] ?? '')
  transfers.pause(ids[1] ?? '')
  await expect.poll(() => sending().at(-1)).toBe('a.mp3')
  expect(calls.sendParts.mock.calls.at(-1)?.[1].started).toEqual(upload)
})

test('bulk list: after a crash the same files continue, in the order that the list had', async () => {
  const before = bulkOf(['a.mp3', 'b.mp3', 'c.mp3'])
  const [a = '', , c = ''] = before.ids
  before.list.update(c, { title: 'Typed', upload })
  before.list.update(a, { upload })
  before.list.move(c, 0)
  const restored = before.list.get().map(({ file: _file, ...item }) => item)
  const list = createBulkList(restored)
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
  const list = createBulkList()
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
    const list = createBulkList(before.list.get().map(({ file: _file, ...item }) => item))
    const read = files.map((file) => vi.spyOn(file, 'slice'))
    expect(await list.sortOut(files)).toEqual({ added: [], copies: files })
    // Name, size and date are those of the same files: nothing of an album is read.
    for (const slice of read) expect(slice).not.toHaveBeenCalled()
  },
)

test('bulk list: files of the same name and size in two folders are two tracks', async () => {
  const list = createBulkList()
  const options = { lastModified: 1 }
  const files = ['first', 'other'].map((bytes) => new File([bytes], '01.wav', options))
  expect(await list.sortOut(files)).toEqual({ added: files, copies: [] })
  list.add(files.slice(0, 1))
  expect((await list.sortOut(files.slice(1))).added).toEqual(files.slice(1))
})
