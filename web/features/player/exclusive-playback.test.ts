import { expect, it } from 'vitest'
import { createSoundTurns } from './exclusive-playback.ts'

class FakeSound extends EventTarget {
  paused = true
  start() {
    this.paused = false
    this.dispatchEvent(new Event('play'))
  }
  pause() {
    this.paused = true
  }
}

/** Two tabs, each of which hears what the other one says. */
function tabs() {
  const [one, two] = [new EventTarget(), new EventTarget()]
  const channel = (mine: EventTarget, other: EventTarget) =>
    Object.assign(mine, {
      postMessage: (data: unknown) => other.dispatchEvent(new MessageEvent('message', { data })),
    }) as unknown as BroadcastChannel
  return [createSoundTurns(channel(one, two)), createSoundTurns(channel(two, one))] as const
}

it('silences what sounds in this tab and in the others when something starts', () => {
  const [here, elsewhere] = tabs()
  const [player, preview, distant] = [new FakeSound(), new FakeSound(), new FakeSound()]
  here.register(player as unknown as HTMLAudioElement)
  here.register(preview as unknown as HTMLAudioElement)
  elsewhere.register(distant as unknown as HTMLAudioElement)
  const sounding = () => [player, preview, distant].map(({ paused }) => !paused)
  player.start()
  expect(sounding()).toEqual([true, false, false])
  preview.start()
  expect(sounding()).toEqual([false, true, false])
  distant.start()
  expect(sounding()).toEqual([false, false, true])
  player.start()
  expect(sounding()).toEqual([true, false, false])
})
