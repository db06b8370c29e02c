import { expect, test } from 'vitest'
import { bulkOf, failing, fields, shared, untilAborted, upload } from './test-bulk.ts'

const lost = async () => {
  throw new TypeError('Failed to fetch')
}

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
