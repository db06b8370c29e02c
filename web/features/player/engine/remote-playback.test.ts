import { expect, test, vi } from 'vitest'
import { testPlayer } from '../test-player.ts'
import { createRemotePlayback } from './remote-playback.ts'

/** Neither a device nor a browser: what the specification says that both do. */
class StandIn extends EventTarget {
  state: RemotePlaybackState = 'disconnected'
  offer: (isOffered: boolean) => void = () => {}
  prompt = vi.fn(async () => {})
  cancelWatchAvailability = vi.fn(async () => {})
  async watchAvailability(callback: (isOffered: boolean) => void) {
    this.offer = callback
    return 1
  }
  change(state: RemotePlaybackState, event: string) {
    this.state = state
    this.dispatchEvent(new Event(event))
  }
}

function setUp(fields: object) {
  const setDirect = vi.fn()
  const audio = Object.assign(new EventTarget(), { readyState: 1, src: 'https://x/1', ...fields })
  const { player } = testPlayer()
  const remote = createRemotePlayback({
    audio: audio as unknown as HTMLAudioElement,
    player,
    url: () => 'https://x/1',
    setDirect,
  })
  return { audio, remote, setDirect }
}

test('remote playback: devices come and go while they are looked for', async () => {
  const device = new StandIn()
  const { remote } = setUp({ remote: device })
  const stop = remote.watch()
  expect(remote.get().isOffered).toBe(false)
  device.offer(true)
  expect(remote.get().isOffered).toBe(true)
  device.offer(false)
  expect(remote.get().isOffered).toBe(false)
  stop()
  await vi.waitFor(() => expect(device.cancelWatchAvailability).toHaveBeenCalledWith(1))
})

test('remote playback: a browser that does not look by itself always offers its list', async () => {
  const device = new StandIn()
  device.watchAvailability = () => Promise.reject(new DOMException('', 'NotSupportedError'))
  const { remote } = setUp({ remote: device })
  remote.watch()
  await vi.waitFor(() => expect(remote.get().isOffered).toBe(true))
})

test('remote playback: files are played by their URL from the prompt until the device is left', async () => {
  const device = new StandIn()
  const { remote, setDirect } = setUp({ remote: device })
  device.prompt.mockImplementation(async () => device.change('connecting', 'connecting'))
  await remote.prompt()
  expect([remote.get().connection, setDirect.mock.lastCall]).toEqual(['connecting', [true]])
  device.change('connected', 'connect')
  expect([remote.get().connection, setDirect.mock.lastCall]).toEqual(['connected', [true]])
  device.change('disconnected', 'disconnect')
  expect([remote.get().connection, setDirect.mock.lastCall]).toEqual(['disconnected', [false]])
})

test('remote playback: a list that is closed changes nothing', async () => {
  const device = new StandIn()
  const { remote, setDirect } = setUp({ remote: device })
  device.prompt.mockRejectedValue(new DOMException('', 'NotAllowedError'))
  await remote.prompt()
  expect([remote.get().connection, setDirect.mock.lastCall]).toEqual(['disconnected', [false]])
})

test('remote playback: a WebKit without the API shows its own list of AirPlay devices', async () => {
  const webkitShowPlaybackTargetPicker = vi.fn()
  const { audio, remote, setDirect } = setUp({ webkitShowPlaybackTargetPicker })
  remote.watch()
  const found = new Event('webkitplaybacktargetavailabilitychanged')
  audio.dispatchEvent(Object.assign(found, { availability: 'available' }))
  expect(remote.get().isOffered).toBe(true)
  await remote.prompt()
  expect(webkitShowPlaybackTargetPicker).toHaveBeenCalledOnce()
  Object.assign(audio, { webkitCurrentPlaybackTargetIsWireless: true })
  audio.dispatchEvent(new Event('webkitcurrentplaybacktargetiswirelesschanged'))
  expect([remote.get().connection, setDirect.mock.lastCall]).toEqual(['connected', [true]])
})
