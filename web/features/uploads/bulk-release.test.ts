import { expect, test, vi } from 'vitest'
import { testPlaylist } from '#web/components/testing/test-playlists.ts'
import { createBulkList } from './bulk-list.ts'
import { createBulkRelease } from './bulk-release.ts'

function releaseOf(names: string[]) {
  const list = createBulkList()
  const ids = list.add(names.map((name) => new File(['x'], name)))
  const arrive = (n: number) => list.update(ids[n] ?? '', { track: { id: `track ${n}`, slug: '' } })
  const calls = {
    create: vi.fn(async ({ title }: { title: string }) => testPlaylist('thaw', { title })),
    setCover: vi.fn(async () => {}),
    addTrack: vi.fn(async (_id: string, _trackId: string) => {}),
    reorder: vi.fn(async (_id: string, _trackIds: string[]) => {}),
  }
  const release = createBulkRelease(list, calls)
  const save = (cover?: File) => release.save({ title: 'Thaw' }, cover)
  const addedTracks = () => calls.addTrack.mock.calls.map(([, trackId]) => trackId)
  return { list, ids, arrive, calls, save, addedTracks }
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

test('bulk release: a row that was removed after its upload keeps its place', async () => {
  const { list, ids, arrive, calls, save } = releaseOf(['a.mp3', 'b.mp3', 'c.mp3'])
  arrive(0)
  arrive(2)
  await save()
  list.remove(ids[2] ?? '')
  arrive(1)
  await save()
  expect(calls.reorder).toHaveBeenCalledWith('thaw', ['track 0', 'track 1', 'track 2'])
})

test('bulk release: after a failure a second attempt does only what is missing', async () => {
  const { arrive, calls, save, addedTracks } = releaseOf(['a.mp3', 'b.mp3'])
  arrive(0)
  arrive(1)
  calls.addTrack.mockResolvedValueOnce(undefined).mockRejectedValueOnce(new TypeError('lost'))
  await expect(save()).rejects.toThrow('lost')
  await save()
  expect(calls.create).toHaveBeenCalledTimes(1)
  expect(addedTracks()).toEqual(['track 0', 'track 1', 'track 1'])
})
