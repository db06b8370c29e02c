import { vi } from 'vitest'
import type { Engine, EngineEvents } from './engine.ts'
import { createPlayer } from './store.ts'

/** A player without sound: the test says what the audio element would report, and where it is. */
export function testPlayer() {
  let events: EngineEvents | undefined
  const started: string[] = []
  const place = { seconds: 12 }
  const engine: Engine = {
    prepare: vi.fn(),
    start: vi.fn(async (src: string) => void started.push(src)),
    play: vi.fn(async () => {}),
    pause: vi.fn(),
    stop: vi.fn(),
    seek: vi.fn(),
    position: () => place.seconds,
    isBroken: vi.fn(() => false),
    setVolume: vi.fn(),
    listen: (given) => {
      events = given
    },
  }
  const told = { onFirstPlay: vi.fn(), onEnded: vi.fn(), onFailure: vi.fn() }
  const player = createPlayer({ engine, audioUrl: ({ id }) => `/audio/${id}`, ...told })
  const report = (event: keyof EngineEvents) => events?.[event]()
  return { player, engine, started, place, ...told, report }
}
