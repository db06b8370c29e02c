import { expect, test } from 'vitest'
import { createExclusivePlayback } from './exclusive-playback.ts'

class FakeMediaElement extends EventTarget {
  paused = true
  start() {
    this.paused = false
    this.dispatchEvent(new Event('play'))
  }
  pause() {
    this.paused = true
  }
}

/** Two tabs, each of which receives the messages of the other. */
function tabs() {
  const [one, two] = [new EventTarget(), new EventTarget()]
  const channel = (mine: EventTarget, other: EventTarget) =>
    Object.assign(mine, {
      postMessage: (data: unknown) => other.dispatchEvent(new MessageEvent('message', { data })),
    }) as unknown as BroadcastChannel
  return [
    createExclusivePlayback(channel(one, two)),
    createExclusivePlayback(channel(two, one)),
  ] as const
}

test('exclusive playback: starting one element pauses all others in every tab', () => {
  const [here, there] = tabs()
  const [player, preview, otherTab] = [
    new FakeMediaElement(),
    new FakeMediaElement(),
    new FakeMediaElement(),
  ]
  here.register(player as unknown as HTMLAudioElement)
  here.register(preview as unknown as HTMLAudioElement)
  there.register(otherTab as unknown as HTMLAudioElement)
  const playing = () => [player, preview, otherTab].map(({ paused }) => !paused)
  player.start()
  expect(playing()).toEqual([true, false, false])
  preview.start()
  expect(playing()).toEqual([false, true, false])
  otherTab.start()
  expect(playing()).toEqual([false, false, true])
  player.start()
  expect(playing()).toEqual([true, false, false])
})
