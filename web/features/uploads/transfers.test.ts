import { expect, test } from 'vitest'
import { ApiError } from '#web/api/client.ts'
import { bulkOf, shared, untilAborted, upload } from './test-bulk.ts'

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

const full = new ApiError(413, '', '{"message":"Your storage is full."}')

test('bulk upload: once a quota is reached the files that follow wait, until one is retried', async () => {
  let isFull = true
  const { transfers, ids, item, calls } = bulkOf(['a.mp3', 'b.mp3', 'c.mp3', 'd.mp3', 'e.mp3'], {
    async sendParts(file) {
      if (isFull && file.name !== 'a.mp3') throw full
      return file.name
    },
  })
  transfers.start()
  await expect.poll(() => transfers.halted.get()).toBe('Your storage is full.')
  await expect.poll(() => transfers.isRunning()).toBe(false)
  const states = () => ids.map((_, n) => item(n)?.status)
  expect(states()).toEqual(['uploading', 'failed', 'failed', 'pending', 'pending'])
  expect(item(1)).toMatchObject({ error: 'Upload failed with status 413' })
  expect(calls.sendParts).toHaveBeenCalledTimes(3)
  expect(transfers.waiting()).toHaveLength(2)
  isFull = false
  for (const failed of [1, 2]) transfers.resume(ids[failed] ?? '')
  await expect.poll(() => ids.every((_, n) => item(n)?.audioUrl)).toBe(true)
  expect(transfers.halted.get()).toBeUndefined()
})

test('bulk upload: a quota that is reached midway publishes what was sent', async () => {
  const { bulk, ids, item } = bulkOf(['a.mp3', 'b.mp3', 'c.mp3', 'd.mp3', 'e.mp3'], {
    async sendParts(file) {
      if (file.name !== 'a.mp3') throw full
      return file.name
    },
  })
  expect(await bulk.run(ids, shared)).toEqual({ succeeded: 1, failed: 2 })
  expect([3, 4].map((n) => item(n)?.status)).toEqual(['pending', 'pending'])
})

test('bulk upload: a file that is too large does not keep those that follow from being sent', async () => {
  const { transfers, ids, item } = bulkOf(['a.mp3', 'b.mp3', 'c.mp3', 'd.mp3', 'e.mp3'], {
    async sendParts(file) {
      if (file.name === 'b.mp3')
        throw new ApiError(413, '', '{"message":"File size must be less than 100MB"}')
      return file.name
    },
  })
  transfers.start()
  await expect.poll(() => ids.filter((_, n) => item(n)?.audioUrl)).toHaveLength(4)
  expect(item(1)).toMatchObject({ status: 'failed', error: 'Upload failed with status 413' })
})
