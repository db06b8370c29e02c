import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/api/client.ts'
import { createSingleAudio, type SingleAudio } from './single-audio.ts'
import { upload } from './test-bulk.ts'
import type { Send } from './transfers.ts'
import { createDraftStore } from './upload-draft.ts'

const sendAudio = vi.fn<Send>()
const newSingle = () => createSingleAudio([], sendAudio)
const fileOf = (content: string, name = 'Lid.mp3') => new File([content], name, { lastModified: 1 })
/** As it comes back after the page was closed. */
function reopened({ list }: SingleAudio) {
  const stored = new Map<string, unknown>()
  const store = createDraftStore(new Map(), async (changes) => {
    for (const [key, value] of changes) stored.set(key, value)
  })
  store.setItems('single', list.get())
  store.save()
  return createSingleAudio(createDraftStore(stored).items('single'), sendAudio)
}
const sentFiles = () => sendAudio.mock.calls.map(([{ name }]) => name)

beforeEach(() => {
  sendAudio.mockReset().mockImplementation(async ({ name }) => `/objects/${name}`)
})

async function choose(
  single: SingleAudio,
  file: File,
  zone = { signal: new AbortController().signal, report: vi.fn() },
) {
  return single.send(await single.place(file), zone)
}
async function singleAfter(error: Error) {
  sendAudio.mockImplementationOnce(async (_file, options) => {
    options.onStarted?.(upload)
    throw error
  })
  const single = newSingle()
  await expect(choose(single, fileOf('x'))).rejects.toBe(error)
  return single
}
const unavailable = () => new ApiError(503, '', '')

test('single audio: another file takes the place of the one before', async () => {
  const single = newSingle()
  expect(await choose(single, fileOf('x'))).toBe('/objects/Lid.mp3')
  expect(await choose(single, fileOf('other', 'Kettle.mp3'))).toBe('/objects/Kettle.mp3')
  expect(single.list.get().map(({ source }) => source.name)).toEqual(['Kettle.mp3'])
})

test('single audio: a file that is uploaded already is not sent again', async () => {
  const single = newSingle()
  await choose(single, fileOf('x'))
  expect(await choose(single, fileOf('x'))).toBe('/objects/Lid.mp3')
  expect(sentFiles()).toEqual(['Lid.mp3'])
})

test('single audio: the same file that is chosen again after an error continues its upload', async () => {
  const single = await singleAfter(unavailable())
  await choose(single, fileOf('x'))
  expect(sendAudio.mock.lastCall?.[1].started).toEqual(upload)
})

test('single audio: a file that the server has refused is not asked for again', async () => {
  const single = await singleAfter(new ApiError(415, '', ''))
  expect(reopened(single).list.get()).toEqual([])
})

test('single audio: a refused file that is chosen again is sent anew', async () => {
  const single = await singleAfter(new ApiError(415, '', ''))
  expect(await choose(single, fileOf('x'))).toBe('/objects/Lid.mp3')
  expect(sendAudio.mock.lastCall?.[1].started).toBeUndefined()
})

test.each([503, 401])(
  'single audio: a file that was not taken with status %i is still known',
  async (status) => {
    const single = await singleAfter(new ApiError(status, '', ''))
    expect(reopened(single).list.get()).toMatchObject([{ source: { name: 'Lid.mp3' }, upload }])
  },
)

test('single audio: after a full quota the next file is sent all the same', async () => {
  const single = await singleAfter(new ApiError(413, '', '{"message":"Your storage is full."}'))
  expect(await choose(single, fileOf('small', 'Small.mp3'))).toBe('/objects/Small.mp3')
})

test('single audio: a zone that is left stops the transfer, which continues later', async () => {
  const left = new AbortController()
  sendAudio.mockImplementationOnce((_file, options) => {
    options.onStarted?.(upload)
    return new Promise((_resolve, reject) => {
      options.signal?.addEventListener('abort', () => reject(new Error('stopped')))
    })
  })
  const single = newSingle()
  const id = await single.place(fileOf('x'))
  const sending = single.send(id, { signal: left.signal, report: vi.fn() })
  left.abort(new Error('left'))
  await expect(sending).rejects.toThrow('left')
  const again = reopened(single)
  expect(again.list.get()).toMatchObject([{ status: 'pending', upload }])
  await choose(again, fileOf('x'))
  expect(sendAudio.mock.lastCall?.[1].started).toEqual(upload)
})

test('single audio: the zone is told what has arrived, and that the connection is lost', async () => {
  sendAudio.mockImplementationOnce(async (_file, options) => {
    options.onProgress?.(1)
    options.onWaiting?.(true)
    return '/objects/x'
  })
  const report = vi.fn()
  const zone = { signal: new AbortController().signal, report }
  await choose(newSingle(), fileOf('1234'), zone)
  expect(report).toHaveBeenCalledWith(0.25, '')
  expect(report).toHaveBeenCalledWith(0.25, 'Your connection was lost. Reconnecting…')
})
