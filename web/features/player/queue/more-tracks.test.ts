import { expect, test, vi } from 'vitest'
import { testPlayer } from '../test-player.ts'
import { testTrack } from '../test-track.ts'
import { connectMoreTracks } from './more-tracks.ts'

const tracks = (from: number, count = 30) =>
  Array.from({ length: count }, (_, i) => testTrack(`${from + i}`))
const page = (from: number, count: number, next: string | null = null) => ({
  items: tracks(from, count),
  next,
})
const gone = new Error('404')

function setUp() {
  const { player } = testPlayer()
  const warn = vi.spyOn(console, 'warn').mockReset()
  const load = vi.fn(async (_url: string) => page(0, 0))
  connectMoreTracks({ player, load, isFinal: (error) => error === gone })
  const ids = () => player.state().queue.entries.map(({ track }) => track.id)
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  return { player, load, warn, ids, settled }
}

test('long list: what follows is loaded before the queue ends, until the end of the list', async () => {
  const { player, load, ids, settled } = setUp()
  load.mockResolvedValueOnce(page(30, 30, '/third')).mockResolvedValueOnce(page(60, 30))
  player.playQueue(tracks(0), 5, 'Likes', '/second')
  await settled()
  expect(load).not.toHaveBeenCalled()
  for (let i = 5; i < 89; i += 1) {
    player.next()
    await settled()
  }
  expect(player.state().currentTrack?.id).toBe('89')
  expect(ids()).toEqual(tracks(0, 90).map(({ id }) => id))
  expect(player.state().queue.source).toBe('Likes')
  expect(player.state().nextPage).toBeNull()
  expect(load.mock.calls).toEqual([['/second'], ['/third']])
})

test('long list: after a short page the next one is loaded at once', async () => {
  const { player, load, ids, settled } = setUp()
  load.mockResolvedValueOnce(page(3, 0, '/third')).mockResolvedValueOnce(page(3, 40, '/fourth'))
  player.playQueue(tracks(0, 3), 0, 'Likes', '/second')
  await settled()
  expect(ids()).toHaveLength(43)
  expect(player.state().nextPage).toBe('/fourth')
})

test('long list: another list is not continued by what follows the old one', async () => {
  const { player, load, ids, settled } = setUp()
  let respond = (_: ReturnType<typeof page>) => {}
  load.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)))
  player.playQueue(tracks(0, 3), 0, 'Likes', '/second')
  player.playQueue(tracks(100, 2), 0, 'History')
  respond(page(3, 30))
  await settled()
  expect(ids()).toEqual(['100', '101'])
})

test('long list: a failed request is repeated with the next track', async () => {
  const { player, load, ids, settled, warn } = setUp()
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  player.playQueue(tracks(0, 3), 0, 'Likes', '/second')
  await settled()
  player.update({ volume: 0.5 })
  await settled()
  expect([load.mock.calls.length, warn.mock.calls.length]).toEqual([1, 1])
  load.mockResolvedValueOnce(page(3, 1))
  player.next()
  await settled()
  expect(ids()).toEqual(['0', '1', '2', '3'])
})

test('long list: a list that is gone ends with what was loaded', async () => {
  const { player, load, settled } = setUp()
  load.mockRejectedValueOnce(gone)
  player.playQueue(tracks(0, 3), 0, 'Likes', '/second')
  await settled()
  expect(player.state().nextPage).toBeNull()
})
