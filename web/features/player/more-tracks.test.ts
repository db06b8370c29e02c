import { expect, it, vi } from 'vitest'
import { connectMoreTracks } from './more-tracks.ts'
import { testPlayer } from './test-player.ts'
import { testTrack } from './test-track.ts'

const page = (from: number, count = 30) =>
  Array.from({ length: count }, (_, i) => testTrack(`${from + i}`))

function setUp() {
  const { player } = testPlayer()
  const log = vi.fn()
  connectMoreTracks(player, log)
  const ids = () => player.state().queue.entries.map(({ track }) => track.id)
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  return { player, log, ids, settled }
}

it('long list: what follows is loaded before the queue ends, until the end of the list', async () => {
  const { player, ids, settled } = setUp()
  const more = vi
    .fn(async () => [] as ReturnType<typeof page>)
    .mockResolvedValueOnce(page(30))
    .mockResolvedValueOnce(page(60))
  player.playQueue(page(0), 5, 'Likes', more)
  await settled()
  expect(more).not.toHaveBeenCalled()
  for (let i = 5; i < 89; i += 1) {
    player.next()
    await settled()
  }
  expect(player.state().currentTrack?.id).toBe('89')
  expect(ids()).toEqual(page(0, 90).map(({ id }) => id))
  expect(player.state().queue.source).toBe('Likes')
  expect(player.state().more).toBeNull()
  expect(more).toHaveBeenCalledTimes(3)
})

it('long list: another list is not continued by what follows the old one', async () => {
  const { player, ids, settled } = setUp()
  let respond = (_: ReturnType<typeof page>) => {}
  player.playQueue(
    page(0, 3),
    0,
    'Likes',
    () => new Promise<ReturnType<typeof page>>((resolve) => (respond = resolve)),
  )
  player.playQueue(page(100, 2), 0, 'History')
  respond(page(3))
  await settled()
  expect(ids()).toEqual(['100', '101'])
})

it('long list: a failed request is repeated with the next track', async () => {
  const { player, ids, settled, log } = setUp()
  const more = vi.fn(async () => page(3, 1)).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  player.playQueue(page(0, 3), 0, 'Likes', more)
  await settled()
  player.update({ volume: 0.5 })
  await settled()
  expect([more.mock.calls.length, log.mock.calls.length]).toEqual([1, 1])
  more.mockResolvedValueOnce(page(3, 1)).mockResolvedValue([])
  player.next()
  await settled()
  expect(ids()).toEqual(['0', '1', '2', '3'])
})
