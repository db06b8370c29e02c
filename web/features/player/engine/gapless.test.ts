import { expect, test, vi } from 'vitest'
import { emptyQueue, playList, type Queue } from '../queue/queue.ts'
import { testPlayer } from '../test-player.ts'
import { testTrack } from '../test-track.ts'
import type { ProbeResult } from './fetch-audio.ts'
import { connectGapless, nextUrl } from './gapless.ts'
import { createTransport, type Stream } from './transport.ts'

const tracks = [testTrack('first'), testTrack('second')]
const queueAt = (index: number, change: Partial<Queue> = {}): Queue => ({
  ...(playList(emptyQueue, tracks, index) ?? emptyQueue),
  ...change,
})
const sources = { url: ({ id }: { id: string }) => `/audio/${id}` }

test('gapless: the next track follows, unless the sleep timer ends with the track or it is repeated', () => {
  expect(nextUrl({ queue: queueAt(0), sleep: null }, sources)).toBe('/audio/second')
  const sleep = { choice: 'track', at: null } as const
  expect(nextUrl({ queue: queueAt(0), sleep }, sources)).toBeNull()
  expect(nextUrl({ queue: queueAt(0), sleep: { choice: 15, at: 1 } }, sources)).not.toBeNull()
  expect(nextUrl({ queue: queueAt(0, { repeat: 'one' }), sleep: null }, sources)).toBeNull()
  expect(nextUrl({ queue: queueAt(1), sleep: null }, sources)).toBeNull()
  expect(nextUrl({ queue: queueAt(1, { repeat: 'all' }), sleep: null }, sources)).toBe(
    '/audio/first',
  )
})

test('gapless: a track that follows without a gap is current, and playback goes on', () => {
  const { player, transport, emit, onEnded } = testPlayer()
  player.playQueue(tracks)
  emit('playing')
  emit('advanced')
  expect(player.state()).toMatchObject({ isPlaying: true, loading: false, isAnalyzing: true })
  expect(player.state().currentTrack?.id).toBe('second')
  expect(onEnded).toHaveBeenCalledExactlyOnceWith(tracks[0])
  expect(transport.start).toHaveBeenCalledOnce()
})

function transportWithStream() {
  const audio = Object.assign(new EventTarget(), {
    src: '',
    currentTime: 0,
    paused: false,
    play: vi.fn(async () => {}),
  })
  const stream = {
    url: () => '/aac',
    offset: () => 100,
    seek: vi.fn(),
    setNext: vi.fn(),
    close: vi.fn(),
  }
  const transport = createTransport(audio as unknown as HTMLAudioElement)
  const open = vi.fn(
    (url: string, _options: { onError: (error: unknown) => void }): Stream | null =>
      url === '/aac' ? stream : null,
  )
  transport.setOpenStream(open)
  return { audio, transport, stream, open }
}

test('gapless: positions of a streamed track count from its start on the timeline', () => {
  const { audio, transport, stream } = transportWithStream()
  transport.prepare('/aac', 5)
  expect(audio.src).toBe('')
  expect(stream.seek).toHaveBeenLastCalledWith(5)
  expect(audio.currentTime).toBe(105)
  expect(transport.position()).toBe(5)
})

test('gapless: a stream that fails is replaced by the file itself at the same position', () => {
  const { audio, transport, open } = transportWithStream()
  transport.prepare('/aac', 5)
  open.mock.lastCall?.[1].onError(new Error('no CORS'))
  expect(audio.src).toBe('/aac')
  expect(audio.currentTime).toBe(5)
  expect(audio.play).toHaveBeenCalledOnce()
})

test('gapless: after a file that a script may not read, files are played by their URL', async () => {
  vi.stubGlobal('MediaSource', class extends EventTarget {})
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  URL.createObjectURL = () => 'blob:'
  const { transport, player } = testPlayer()
  const buffered = { length: 0 } as TimeRanges
  const probe = vi.fn(async (): Promise<ProbeResult> => ({ kind: 'unreachable' }))
  const { isStreamed, isReading } = connectGapless({
    audio: Object.assign(new EventTarget(), { buffered, currentTime: 0 }) as HTMLAudioElement,
    transport,
    player,
    sources: { hasGaplessAac: true, ...sources },
    cache: { blob: () => undefined },
    probe,
  })
  const open = vi.mocked(transport.setOpenStream).mock.lastCall?.[0]
  const fail = async () => {
    const failed = Promise.withResolvers<unknown>()
    const unused = { position: 0, onAdvance: () => {}, onEnded: () => {} }
    open?.('/audio?format=aac', { ...unused, onError: failed.resolve })
    expect(await failed.promise).toBeInstanceOf(TypeError)
    await probe.mock.results.at(-1)?.value
  }
  await fail()
  expect(isStreamed('/audio?format=aac')).toBe(true)
  expect([isReading('/audio?format=aac'), isReading('/other?format=aac')]).toEqual([true, false])
  probe.mockResolvedValue({ kind: 'available' })
  await fail()
  await vi.waitFor(() => expect(isStreamed('/audio?format=aac')).toBe(false))
})

test('gapless: another source closes the stream', () => {
  const { audio, transport, stream } = transportWithStream()
  transport.prepare('/aac')
  transport.prepare('/original')
  expect(stream.close).toHaveBeenCalledOnce()
  expect(audio.src).toBe('/original')
})
