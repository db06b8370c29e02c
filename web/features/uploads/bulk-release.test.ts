import { expect, test, vi } from 'vitest'
import type { Playlist } from '#contract/playlists.ts'
import { ApiError } from '#web/api/client.ts'
import { testPlaylist } from '#web/components/testing/test-playlists.ts'
import { createBulkList } from './bulk-list.ts'
import { createBulkRelease } from './bulk-release.ts'

type Earlier = { restored?: Playlist; stored?: string[] }

/** `stored` are the tracks that the server has. */
function releaseOf(names: string[], { restored, stored = [] }: Earlier = {}) {
  const list = createBulkList()
  const ids = list.add(names.map((name) => new File(['x'], name)))
  const arrive = (n: number) => list.update(ids[n] ?? '', { track: { id: `track ${n}`, slug: '' } })
  const calls = {
    create: vi.fn(async ({ title }: { title: string }) => testPlaylist('thaw', { title })),
    listTracks: vi.fn(async () => [...stored]),
    setCover: vi.fn(async () => {}),
    addTrack: vi.fn(async (_id: string, trackId: string) => void stored.push(trackId)),
    reorder: vi.fn(async (_id: string, trackIds: string[]) => {
      stored = trackIds
    }),
  }
  const release = createBulkRelease(list, calls, restored)
  const save = (cover?: File) => release.save({ title: 'Thaw' }, cover)
  const addedTracks = () => calls.addTrack.mock.calls.map(([, trackId]) => trackId)
  return { list, ids, arrive, calls, save, addedTracks, forget: release.forget }
}

test('bulk release: it has the tracks in the order of the list, and the cover', async () => {
  const { arrive, calls, save, addedTracks } = releaseOf(['a.mp3', 'b.mp3'])
  arrive(1)
  arrive(0)
  const cover = new File(['c'], 'cover.jpg')
  expect(await save(cover)).toMatchObject({ id: 'thaw' })
  expect(addedTracks()).toEqual(['track 0', 'track 1'])
  expect(calls.reorder).not.toHaveBeenCalled()
  expect(calls.setCover).toHaveBeenCalledWith('thaw', cover)
})

test('bulk release: without a track that has arrived none is created', async () => {
  const { calls, save } = releaseOf(['a.mp3'])
  expect(await save()).toBeNull()
  expect(calls.create).not.toHaveBeenCalled()
})

test('bulk release: a track that arrives later is put in its place', async () => {
  const { arrive, calls, save, addedTracks } = releaseOf(['a.mp3', 'b.mp3', 'c.mp3'])
  arrive(0)
  arrive(2)
  await save()
  arrive(1)
  await save()
  expect(calls.create).toHaveBeenCalledTimes(1)
  expect(addedTracks()).toEqual(['track 0', 'track 2', 'track 1'])
  expect(calls.reorder).toHaveBeenCalledExactlyOnceWith('thaw', ['track 0', 'track 1', 'track 2'])
})

test('bulk release: a file that takes the place of a failed one is put where the list has it', async () => {
  const { list, ids, arrive, calls, save } = releaseOf(['a.mp3', 'b.mp3', 'c.mp3'])
  arrive(0)
  arrive(2)
  await save()
  list.remove(ids[1] ?? '')
  const [repaired = ''] = list.add([new File(['y'], 'b2.mp3')])
  list.move(repaired, 1)
  list.update(repaired, { track: { id: 'track 1', slug: '' } })
  await save()
  expect(calls.reorder).toHaveBeenCalledWith('thaw', ['track 0', 'track 1', 'track 2'])
})

test('bulk release: after a failure a second attempt does only what is missing', async () => {
  const { arrive, calls, save, addedTracks } = releaseOf(['a.mp3', 'b.mp3'])
  arrive(0)
  arrive(1)
  const cover = new File(['c'], 'cover.jpg')
  calls.setCover.mockRejectedValueOnce(new TypeError('lost'))
  await expect(save(cover)).rejects.toThrow('lost')
  await save(cover)
  expect(calls.create).toHaveBeenCalledTimes(1)
  expect(addedTracks()).toEqual(['track 0', 'track 1'])
  expect(calls.setCover).toHaveBeenCalledTimes(2)
})

test('bulk release: a track is not added again when only the response was lost', async () => {
  const stored: string[] = []
  const { arrive, calls, save, addedTracks } = releaseOf(['a.mp3', 'b.mp3'], { stored })
  arrive(0)
  arrive(1)
  calls.addTrack.mockImplementationOnce(async (_id, trackId) => {
    stored.push(trackId)
    throw new TypeError('lost')
  })
  await expect(save()).rejects.toThrow('lost')
  await save()
  expect(addedTracks()).toEqual(['track 0', 'track 1'])
  expect(stored).toEqual(['track 0', 'track 1'])
})

test('bulk release: after the page was closed a track that arrives is put in its place', async () => {
  const earlier = { restored: testPlaylist('thaw'), stored: ['track 0', 'track 2'] }
  const { arrive, calls, save, addedTracks } = releaseOf(['a.mp3', 'b.mp3', 'c.mp3'], earlier)
  for (const n of [0, 1, 2]) arrive(n)
  await save()
  expect(calls.create).not.toHaveBeenCalled()
  expect(addedTracks()).toEqual(['track 1'])
  expect(calls.reorder).toHaveBeenCalledExactlyOnceWith('thaw', ['track 0', 'track 1', 'track 2'])
})

test('bulk release: one that was deleted meanwhile is created again', async () => {
  const { arrive, calls, save, addedTracks } = releaseOf(['a.mp3', 'b.mp3'])
  arrive(0)
  await save()
  arrive(1)
  calls.listTracks.mockRejectedValueOnce(new ApiError(404, 'Not Found', ''))
  await save()
  expect(calls.create).toHaveBeenCalledTimes(2)
  expect(addedTracks()).toEqual(['track 0', 'track 0', 'track 1'])
})

test('bulk release: after the list was cleared another one is created', async () => {
  const { list, arrive, calls, save, forget, addedTracks } = releaseOf(['a.mp3'])
  arrive(0)
  await save()
  list.clear()
  forget()
  const [id = ''] = list.add([new File(['x'], 'b.mp3')])
  list.update(id, { track: { id: 'track of another', slug: '' } })
  await save()
  expect(calls.create).toHaveBeenCalledTimes(2)
  expect(addedTracks()).toEqual(['track 0', 'track of another'])
})
