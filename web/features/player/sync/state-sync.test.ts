import { beforeEach, expect, test, vi } from 'vitest'
import type { NewPlayerState, SavedPlayerState } from '#contract/player.ts'
import type { BrowserStorage } from '#web/lib/browser-storage.ts'
import type { ToastText } from '#web/ui/toast/toast-store.ts'
import { addToQueue, setShuffle } from '../queue/queue-editing.ts'
import { testPlayer } from '../test-player.ts'
import { testTrack } from '../test-track.ts'
import { toQueue, toSavedState } from './player-storage.ts'
import { createResumePositions } from './resume-positions.ts'
import { connectStateSync } from './state-sync.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

const tracks = ['a', 'b', 'c'].map((id) => testTrack(id))
const conflict = new Error('409')

/** A server that compares versions, and can lose requests or responses. */
function fakeServer() {
  let saved: NewPlayerState | undefined
  let savedAt: string | null = null
  const versions: number[] = []
  const network = { losesRequests: false, losesResponses: false }
  const read = async (): Promise<SavedPlayerState> => {
    if (network.losesRequests) throw new TypeError('Failed to fetch')
    const byId = (id: string) => tracks.filter((track) => track.id === id)
    return {
      ...(saved ?? toSavedState(testPlayer().player.state(), noDevice)),
      tracks: saved?.tracks.flatMap(byId) ?? [],
      added: saved?.added.flatMap(byId) ?? [],
      source: saved?.source ?? null,
      updatedAt: savedAt,
      dropped: 0,
    }
  }
  const write = async (state: NewPlayerState) => {
    if (network.losesRequests) throw new TypeError('Failed to fetch')
    if (state.version !== (saved?.version ?? 0)) throw conflict
    saved = { ...state, version: state.version + 1 }
    savedAt = new Date().toISOString()
    versions.push(saved.version)
    if (network.losesResponses) throw new TypeError('Failed to fetch')
    return { version: saved.version }
  }
  return { read, write: vi.fn(write), network, versions, saved: () => saved }
}
const noDevice = { version: 0, deviceId: 'none', position: 0, resume: [] }

function fakeStorage(): BrowserStorage {
  const values = new Map<string, string>()
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void (value === null ? values.delete(key) : values.set(key, value)),
  }
}

async function openDevice(
  server: ReturnType<typeof fakeServer>,
  deviceId: string,
  storage = fakeStorage(),
) {
  const { player, transport, emit, position } = testPlayer()
  const toasts: ToastText[] = []
  const listeners: ((isLeaving: boolean) => void)[] = []
  const resume = createResumePositions(storage, 'ines')
  await connectStateSync({
    player,
    position: { subscribe: () => () => {}, current: () => position.seconds, duration: () => 100 },
    resume,
    deviceId,
    read: server.read,
    write: server.write,
    isConflict: (error) => error === conflict,
    onPageHide: (listener) => listeners.push(listener),
    storage,
    notify(toast) {
      toasts.push(toast)
      return () => {}
    },
  })
  function play(index: number) {
    player.playQueue(tracks, index, 'Mix')
    emit('playing')
  }
  const end = async (isLeaving: boolean) => {
    for (const listener of listeners) listener(isLeaving)
    await vi.advanceTimersByTimeAsync(0)
  }
  const [leave, hide] = [() => end(true), () => end(false)]
  return { player, transport, emit, position, toasts, resume, play, leave, hide }
}

const wait = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

test('state sync: a device writes at most every 10 seconds, and once on leaving', async () => {
  const server = fakeServer()
  const device = await openDevice(server, 'one')
  device.play(0)
  device.player.next()
  device.player.next()
  await wait(9)
  expect(server.write).not.toHaveBeenCalled()
  await wait(1)
  expect(server.write).toHaveBeenCalledOnce()
  expect(server.saved()).toMatchObject({ index: 2, source: 'Mix', deviceId: 'one' })
  device.player.previous()
  await device.leave()
  expect(server.write).toHaveBeenCalledTimes(2)
  await device.leave()
  expect(server.write).toHaveBeenCalledTimes(2)
})

test('state sync: a page that is hidden often writes once in 10 seconds at most, and loses nothing', async () => {
  const server = fakeServer()
  const device = await openDevice(server, 'one')
  device.play(0)
  for (const index of [1, 2, 1]) {
    await device.hide()
    await wait(1)
    device.player.playQueue(tracks, index)
  }
  await device.hide()
  expect(server.write).toHaveBeenCalledOnce()
  await wait(10)
  expect(server.write).toHaveBeenCalledTimes(2)
  expect(server.saved()).toMatchObject({ index: 1 })
  device.player.next()
  await device.leave()
  expect(server.saved()).toMatchObject({ index: 2 })
})

test('state sync: leaving while a write is in flight does not lose the change after it', async () => {
  const server = fakeServer()
  const device = await openDevice(server, 'one')
  let respond = () => {}
  server.write.mockImplementationOnce(
    () => new Promise((resolve) => (respond = () => resolve({ version: 0 }))),
  )
  device.play(0)
  await wait(10)
  device.player.next()
  await device.hide()
  respond()
  await wait(20)
  expect(server.saved()).toMatchObject({ index: 1 })
})

test('state sync: a device that has played nothing writes nothing', async () => {
  const server = fakeServer()
  const device = await openDevice(server, 'one')
  device.player.changeQueue((queue) => addToQueue(queue, tracks))
  await wait(60)
  await device.leave()
  expect(server.write).not.toHaveBeenCalled()
})

test('state sync: of two devices the last one that plays wins, and the version never goes back', async () => {
  const server = fakeServer()
  const one = await openDevice(server, 'one')
  const two = await openDevice(server, 'two')
  one.play(0)
  two.play(1)
  await wait(60)
  two.player.next()
  two.emit('playing')
  one.player.toggle()
  await wait(60)
  expect(server.saved()).toMatchObject({ deviceId: 'two', index: 2 })
  expect(server.versions).toEqual(server.versions.map((_, i) => i + 1))
})

test('state sync: a lost response makes the device read again, and its next write is saved', async () => {
  const server = fakeServer()
  const device = await openDevice(server, 'one')
  server.network.losesResponses = true
  device.play(0)
  await wait(10)
  expect(server.versions).toEqual([1])
  server.network.losesResponses = false
  device.player.next()
  device.emit('playing')
  await wait(30)
  expect(server.saved()).toMatchObject({ index: 1 })
  expect(server.versions).toEqual(server.versions.map((_, i) => i + 1))
})

test('state sync: while the server is unreachable the queue still works, and is saved later', async () => {
  const server = fakeServer()
  server.network.losesRequests = true
  const device = await openDevice(server, 'one')
  device.play(0)
  await wait(40)
  device.player.next()
  expect(device.player.state().currentTrack?.id).toBe('b')
  server.network.losesRequests = false
  await wait(10)
  expect(server.saved()).toMatchObject({ index: 1, deviceId: 'one' })
})

test('state sync: another device offers to continue, and nothing starts by itself', async () => {
  const server = fakeServer()
  const one = await openDevice(server, 'one')
  one.play(1)
  one.position.seconds = 33
  await wait(10)
  const two = await openDevice(server, 'two')
  expect(two.player.state().currentTrack).toBeNull()
  expect(two.player.state().offer?.track.id).toBe('b')
  two.player.state().offer?.accept()
  expect(two.player.state().offer).toBeNull()
  expect(two.transport.start).toHaveBeenCalledWith('/audio/b', 33)
  expect(two.player.state().queue).toMatchObject({ index: 1, source: 'Mix' })
  const again = await openDevice(server, 'one')
  expect(again.player.state().offer).toBeNull()
})

test('state sync: the offer to continue goes when something else is played here', async () => {
  const server = fakeServer()
  const one = await openDevice(server, 'one')
  one.play(1)
  await wait(10)
  const two = await openDevice(server, 'two')
  expect(two.player.state().offer).not.toBeNull()
  two.play(2)
  expect(two.player.state().offer).toBeNull()
})

test('state sync: an offer that was dismissed comes again only when the other device has gone on', async () => {
  const server = fakeServer()
  const one = await openDevice(server, 'one')
  one.play(1)
  await wait(10)
  const storage = fakeStorage()
  const offerHere = async () => (await openDevice(server, 'two', storage)).player.state().offer
  ;(await offerHere())?.dismiss()
  expect(await offerHere()).toBeNull()
  one.player.next()
  await wait(10)
  expect((await offerHere())?.track.id).toBe('c')
})

test('state sync: a device is called playing until it is closed, or has not written for 25 seconds', async () => {
  const server = fakeServer()
  const one = await openDevice(server, 'one')
  const offered = async () => (await openDevice(server, 'two')).player.state().offer?.isPlaying
  one.play(1)
  await wait(10)
  expect(await offered()).toBe(true)
  // Killed, perhaps after it was paused.
  vi.setSystemTime(Date.now() + 25_000)
  expect(await offered()).toBe(false)
  one.player.next()
  one.emit('playing')
  await one.hide()
  expect(await offered()).toBe(true)
  one.player.previous()
  one.emit('playing')
  await one.leave()
  expect(await offered()).toBe(false)
})

test('state sync: tracks that are no longer available are removed with a quiet notice', async () => {
  const server = fakeServer()
  const one = await openDevice(server, 'one')
  one.play(1)
  await wait(10)
  const { read } = server
  const without = (count: number) => async () => ({ ...(await read()), dropped: count })
  for (const [count, title] of [
    [1, 'A track of your queue is no longer available'],
    [2, '2 tracks of your queue are no longer available'],
  ] as const) {
    const two = await openDevice({ ...server, read: without(count) }, 'two')
    two.player.state().offer?.accept()
    expect(two.toasts.at(-1)).toEqual({ title })
  }
})

test('state sync: positions of other devices are added, and those of this one are newer', async () => {
  const server = fakeServer()
  const one = await openDevice(server, 'one')
  one.resume.set('a', 700)
  one.resume.set('b', 800)
  one.play(0)
  await wait(10)
  const two = await openDevice(server, 'two')
  expect(two.resume.get('b')).toBe(800)
  two.resume.set('b', 900)
  two.resume.merge([{ trackId: 'b', position: 1 }])
  expect(two.resume.list()).toEqual([{ trackId: 'b', position: 900 }])
})

test('state sync: a position that another device has continued is taken over, also its end', async () => {
  const server = fakeServer()
  const storage = fakeStorage()
  const one = await openDevice(server, 'one', storage)
  one.resume.set('a', 200)
  one.resume.set('b', 300)
  one.play(0)
  await one.leave()
  const two = await openDevice(server, 'two')
  two.resume.set('a', 500)
  two.resume.set('b', null)
  two.play(0)
  await two.leave()
  const again = await openDevice(server, 'one', storage)
  expect(again.resume.list()).toEqual([{ trackId: 'a', position: 500 }])
})

test('state sync: what is played while the server is unreachable is newer than what other devices have', async () => {
  const server = fakeServer()
  const storage = fakeStorage()
  const one = await openDevice(server, 'one', storage)
  const two = await openDevice(server, 'two')
  two.resume.set('a', 100)
  two.play(0)
  await two.leave()
  server.network.losesRequests = true
  one.resume.set('a', 600)
  one.play(0)
  await wait(20)
  server.network.losesRequests = false
  const again = await openDevice(server, 'one', storage)
  expect(again.resume.get('a')).toBe(600)
})

test('saved state: at most 1,000 ids around the current one are saved, shuffled ones with their order', () => {
  const { player } = testPlayer()
  const many = Array.from({ length: 10_000 }, (_, i) => testTrack(`${i}`))
  player.playQueue(many, 5_000, 'Everything')
  player.changeQueue((queue) => addToQueue(queue, tracks))
  const saved = toSavedState(player.state(), noDevice)
  expect(saved.tracks.length + saved.added.length).toBe(1_000)
  expect(saved.tracks[saved.index]).toBe('5000')
  player.changeQueue((queue) => setShuffle(queue, true))
  const { original, tracks: ids } = toSavedState(player.state(), noDevice)
  expect([...(original ?? [])].sort((x, y) => x - y)).toEqual(ids.map((_, i) => i))
})

test('saved state: a queue is the same after saving and loading', async () => {
  const server = fakeServer()
  const { player } = testPlayer()
  player.playQueue(tracks, 1, 'Mix')
  player.changeQueue((queue) => setShuffle(addToQueue(queue, [tracks[0] as never]), true))
  await server.write(toSavedState(player.state(), noDevice))
  const loaded = toQueue(await server.read())
  const { queue } = player.state()
  const ids = (entries: readonly { track: { id: string } }[] | null | undefined) =>
    entries?.map(({ track }) => track.id)
  expect(ids(loaded?.entries)).toEqual(ids(queue.entries))
  expect(ids(loaded?.original)).toEqual(ids(queue.original))
  expect(ids(loaded?.added)).toEqual(['a'])
})
