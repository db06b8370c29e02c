import { beforeEach, expect, test, vi } from 'vitest'
import * as routes from '#contract/routes.ts'
import { request } from '#web/api/client.ts'
import { replaceCover } from '#web/api/uploads.ts'
import { testPlaylist } from '#web/components/testing/test-playlists.ts'
import { createBulkList } from './bulk-list.ts'
import { saveRelease } from './bulk-release.ts'
import { createDraftStore } from './upload-draft.ts'

vi.mock('#web/api/client.ts', { spy: true })
vi.mock('#web/api/uploads.ts', { spy: true })

const fields = {
  ...{ title: 'Thaw', type: 'ep' as const, artist: null, label: null, releaseDate: null },
  ...{ allowDownload: false, publishAt: null },
}
const cover = new File(['c'], 'cover.jpg')
const created = testPlaylist('thaw', { title: 'Thaw', type: 'ep' })

beforeEach(() => {
  vi.mocked(request)
    .mockReset()
    .mockResolvedValue(created as never)
  vi.mocked(replaceCover).mockReset().mockResolvedValue(created)
})

function releaseOf(...names: string[]) {
  const list = createBulkList()
  const ids = list.add(names.map((name) => new File([name], name)))
  const arrive = (n: number) => list.update(ids[n] ?? '', { track: { id: `track ${n}`, slug: '' } })
  const records = new Map<string, unknown>()
  const store = createDraftStore(new Map(), async (changes) => {
    for (const [key, value] of changes) records.set(key, value)
  })
  const save = () => saveRelease(list, store, { fields, cover })
  const stored = () => records.get('form') as { release: { key?: string; created?: object } }
  return { arrive, save, stored }
}
const bodies = () =>
  vi.mocked(request).mock.calls.map(([route, options]) => {
    expect(route).toBe(routes.createPlaylist)
    return (options as { body?: unknown }).body as { key: string; trackIds: string[] }
  })

test('bulk release: one request has its fields and its tracks in the order of the list', async () => {
  const { arrive, save } = releaseOf('a.mp3', 'b.mp3')
  arrive(1)
  arrive(0)
  expect(await save()).toBe(created)
  expect(bodies()).toEqual([
    { ...fields, key: expect.any(String), trackIds: ['track 0', 'track 1'] },
  ])
  expect(replaceCover).toHaveBeenCalledExactlyOnceWith('thaw', cover)
})

test('bulk release: without a track that has arrived none is created', async () => {
  expect(await releaseOf('a.mp3').save()).toBeNull()
  expect(request).not.toHaveBeenCalled()
})

test('bulk release: its key is stored before the request, whose response may be lost', async () => {
  const { arrive, save, stored } = releaseOf('a.mp3', 'b.mp3')
  arrive(1)
  vi.mocked(request).mockImplementationOnce(async () => {
    expect(stored().release.key).toBeTruthy()
    throw new TypeError('lost')
  })
  await expect(save()).rejects.toThrow('lost')
  arrive(0)
  await save()
  expect(bodies().map(({ trackIds }) => trackIds)).toEqual([['track 1'], ['track 0', 'track 1']])
  expect(new Set(bodies().map(({ key }) => key))).toEqual(new Set([stored().release.key]))
  expect(stored().release.created).toBe(created)
})

test('bulk release: a cover that could not be set is set by the next attempt, and then no more', async () => {
  const { arrive, save } = releaseOf('a.mp3')
  arrive(0)
  vi.mocked(replaceCover).mockRejectedValueOnce(new TypeError('lost'))
  await expect(save()).rejects.toThrow('lost')
  await save()
  vi.mocked(request).mockResolvedValue({ ...created, coverUrl: '/objects/cover' } as never)
  await save()
  expect(replaceCover).toHaveBeenCalledTimes(2)
})
