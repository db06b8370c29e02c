import { vi } from 'vitest'
import type { Transport, TransportEvents } from './engine/transport.ts'
import { createPlayer } from './store.ts'

/** A player with a fake transport: the test emits its events and sets its position. */
export function testPlayer() {
  let events: Partial<TransportEvents> | undefined
  const started: string[] = []
  const position = { seconds: 12 }
  const transport: Transport = {
    prepare: vi.fn(),
    start: vi.fn(async (src: string) => void started.push(src)),
    play: vi.fn(async () => {}),
    pause: vi.fn(),
    stop: vi.fn(),
    seek: vi.fn(),
    position: () => position.seconds,
    duration: () => 0,
    subscribe: () => () => {},
    isBroken: vi.fn(() => false),
    setVolume: vi.fn(),
    setGain: vi.fn(),
    setSpeed: vi.fn(),
    setNext: vi.fn(),
    setOpenStream: vi.fn(),
    listen: (listeners) => {
      events = listeners
    },
  }
  const callbacks = { onEnded: vi.fn(), onFailure: vi.fn() }
  const player = createPlayer({ transport, audioUrl: ({ id }) => `/audio/${id}`, ...callbacks })
  const emit = (event: keyof TransportEvents) => events?.[event]?.()
  return { player, transport, started, position, ...callbacks, emit }
}
