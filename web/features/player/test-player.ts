import { vi } from 'vitest'
import type { Engine, EngineEvents } from './engine/engine.ts'
import { createPlayer } from './store.ts'

/** A player with a fake engine: the test emits its events and sets its position. */
export function testPlayer() {
  let events: EngineEvents | undefined
  const started: string[] = []
  const position = { seconds: 12 }
  const engine: Engine = {
    prepare: vi.fn(),
    start: vi.fn(async (src: string) => void started.push(src)),
    play: vi.fn(async () => {}),
    pause: vi.fn(),
    stop: vi.fn(),
    seek: vi.fn(),
    position: () => position.seconds,
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
  const player = createPlayer({ engine, audioUrl: ({ id }) => `/audio/${id}`, ...callbacks })
  const emit = (event: keyof EngineEvents) => events?.[event]()
  return { player, engine, started, position, ...callbacks, emit }
}
