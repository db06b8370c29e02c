import { beforeEach, expect, test, vi } from 'vitest'
import { testPlaylist } from '#web/components/testing/test-playlists.ts'
import { saveRelease } from './bulk-release.ts'
import { createDraftStore } from './upload-draft.ts'
import { createUploadItems } from './upload-items.ts'

const fields = {
  ...{ title: 'Thaw', type: 'ep' as const, artist: null, label: null, releaseDate: null },
  ...{ allowDownload: false, publishAt: null },
}
const cover = new File(['c'], 'cover.jpg')
const created = testPlaylist('thaw', { title: 'Thaw', type: 'ep' })

const bodies: { key: string; trackIds: string[] }[] = []
const setCover = vi.fn(async () => created)
const respond = vi.fn()

beforeEach(() => {
  bodies.length = 0
  setCover.mockClear()
  respond.mockReset().mockReturnValue(created)
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    expect(`${method} ${path}`).toBe('POST /api/playlists')
    bodies.push(JSON.parse(String(body)))
    return Response.json(respond(), { status: 201 })
  })
})

function releaseOf(...names: string[]) {
  const list = createUploadItems()
  const ids = list.add(names.map((name) => new File([name], name)))
  const arrive = (n: number) => list.update(ids[n] ?? '', { track: { id: `track ${n}`, slug: '' } })
  const records = new Map<string, unknown>()
  const store = createDraftStore(new Map(), async (changes) => {
    for (const [key, value] of changes) records.set(key, value)
  })
  const save = () => saveRelease(list, store, { fields, cover }, setCover)
  const stored = () => records.get('form') as { release: { key?: string; created?: object } }
  return { arrive, save, stored }
}
test('bulk release: one request has its fields and its tracks in the order of the list', async () => {
  const { arrive, save } = releaseOf('a.mp3', 'b.mp3')
  arrive(1)
  arrive(0)
  expect(await save()).toEqual(created)
  expect(bodies).toEqual([{ ...fields, key: expect.any(String), trackIds: ['track 0', 'track 1'] }])
  expect(setCover).toHaveBeenCalledExactlyOnceWith('thaw', cover)
})

test('bulk release: without a track that has arrived none is created', async () => {
  expect(await releaseOf('a.mp3').save()).toBeNull()
  expect(bodies).toEqual([])
})

test('bulk release: its key is stored before the request, whose response may be lost', async () => {
  const { arrive, save, stored } = releaseOf('a.mp3', 'b.mp3')
  arrive(1)
  respond.mockImplementationOnce(() => {
    expect(stored().release.key).toBeTruthy()
    throw new TypeError('lost')
  })
  await expect(save()).rejects.toThrow('lost')
  arrive(0)
  await save()
  expect(bodies.map(({ trackIds }) => trackIds)).toEqual([['track 1'], ['track 0', 'track 1']])
  expect(new Set(bodies.map(({ key }) => key))).toEqual(new Set([stored().release.key]))
  expect(stored().release.created).toEqual(created)
})

test('bulk release: a cover that could not be set is set by the next attempt, and then no more', async () => {
  const { arrive, save } = releaseOf('a.mp3')
  arrive(0)
  setCover.mockRejectedValueOnce(new TypeError('lost'))
  await expect(save()).rejects.toThrow('lost')
  await save()
  respond.mockReturnValue({ ...created, coverUrl: '/objects/cover' })
  await save()
  expect(setCover).toHaveBeenCalledTimes(2)
})
