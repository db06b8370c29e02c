import { describe, expect, it, vi } from 'vitest'
import type { Track } from '#contract/tracks.ts'
import type { FetchAudio } from './fetch-audio.ts'
import { createUpcoming } from './prefetch.ts'

const tracks = ['a', 'b', 'c'].map((id) => ({ id }) as Track)

function setUp() {
  const state = { queue: { tracks, index: 0 }, isPlaying: true, loading: false }
  const kept = new Map<string, string>()
  const cache = {
    get: (address: string) => kept.get(address),
    put: (address: string) => void kept.set(address, 'blob:'),
    fits: () => true,
  }
  const asked: { address: string; signal: AbortSignal | undefined; answer: () => void }[] = []
  const fetchAudio = vi.fn<FetchAudio>(
    (address, { signal }) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
        asked.push({ address, signal, answer: () => resolve(new Blob(['x'])) })
      }),
  )
  const bufferLead = vi.fn(() => 60)
  const log = vi.fn()
  const audioUrl = ({ id }: Track) => `/audio/${id}`
  const { look } = createUpcoming({
    state: () => state,
    bufferLead,
    cache,
    fetchAudio,
    audioUrl,
    log,
  })
  return { state, kept, asked, fetchAudio, bufferLead, log, look }
}

const settle = () => new Promise((resolve) => setTimeout(resolve))

describe('the next track', () => {
  it('is fetched once, into the cache', async () => {
    const { look, asked, kept } = setUp()
    look()
    look()
    expect(asked.map(({ address }) => address)).toEqual(['/audio/b'])
    asked[0]?.answer()
    await settle()
    expect([...kept.keys()]).toEqual(['/audio/b'])
    look()
    expect(asked).toHaveLength(1)
  })

  it('waits until the current one plays and is well ahead', () => {
    const { look, asked, state, bufferLead } = setUp()
    bufferLead.mockReturnValue(19)
    look()
    bufferLead.mockReturnValue(60)
    state.isPlaying = false
    look()
    expect(asked).toEqual([])
    state.isPlaying = true
    look()
    expect(asked).toHaveLength(1)
  })

  it('is given up when another comes next, without a word', async () => {
    const { look, asked, state, log } = setUp()
    look()
    state.queue = { tracks, index: 1 }
    look()
    expect(asked.map(({ address, signal }) => [address, signal?.aborted])).toEqual([
      ['/audio/b', true],
      ['/audio/c', false],
    ])
    await settle()
    expect(log).not.toHaveBeenCalled()
  })

  it('is given up while the current one waits for data, and fetched again after that', async () => {
    const { look, asked, state } = setUp()
    look()
    state.loading = true
    look()
    expect(asked[0]?.signal?.aborted).toBe(true)
    await settle()
    state.loading = false
    look()
    expect(asked).toHaveLength(2)
  })

  it('fails quietly: logged, and not asked for again', async () => {
    const { look, fetchAudio, log } = setUp()
    const problem = new Error('Failed to load audio: 500 Internal Server Error')
    fetchAudio.mockRejectedValueOnce(problem)
    look()
    await settle()
    look()
    expect(log).toHaveBeenCalledExactlyOnceWith(problem)
    expect(fetchAudio).toHaveBeenCalledOnce()
  })

  it('does not exist at the end of the queue', () => {
    const { look, asked, state } = setUp()
    state.queue = { tracks, index: 2 }
    look()
    expect(asked).toEqual([])
  })
})
