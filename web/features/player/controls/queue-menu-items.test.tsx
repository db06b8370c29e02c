import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { createToastStore, ToastProvider } from '#web/ui/toast/toast-store.ts'
import { createSoundSettings } from '../engine/sound-settings.ts'
import { testPlayer } from '../test-player.ts'
import { testTrack } from '../test-track.ts'
import { PlayerProvider } from '../use-player.ts'
import { useAddToQueue } from './queue-menu-items.tsx'

function setUp() {
  const { player } = testPlayer()
  const toasts = createToastStore()
  const position = { subscribe: () => () => {}, current: () => 0, duration: () => 0 }
  const settings = createSoundSettings({ get: () => null, set: () => {} }, false)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ToastProvider value={toasts}>
      <PlayerProvider value={{ player, position, settings }}>{children}</PlayerProvider>
    </ToastProvider>
  )
  const { current } = renderHook(useAddToQueue, { wrapper }).result
  function undo() {
    const [action] = toasts.get()?.actions ?? []
    if (action && 'onClick' in action) action.onClick()
  }
  const added = () => player.state().queue.added.map(({ track }) => track.id)
  return { player, toasts, undo, added, ...current }
}

const [a, b, c] = [testTrack('a'), testTrack('b'), testTrack('c')]

test('add to queue: a toast says so, and Undo removes exactly what was added', () => {
  const { player, toasts, undo, added, addToQueue, playNext } = setUp()
  player.playTrack(a)
  addToQueue([b])
  expect(toasts.get()).toMatchObject({ title: 'Added to queue', actions: [{ label: 'Undo' }] })
  playNext([c, b])
  expect(added()).toEqual(['c', 'b', 'b'])
  expect(toasts.get()).toMatchObject({ title: 'Plays next', actions: [{ label: 'Undo' }] })
  undo()
  expect(added()).toEqual(['b'])
})

test('add to queue: with nothing loaded the track is loaded paused, and Undo closes the player', () => {
  const { player, undo, addToQueue } = setUp()
  addToQueue([a])
  expect(player.state()).toMatchObject({ currentTrack: { id: 'a' }, isPlaying: false })
  undo()
  expect(player.state().currentTrack).toBeNull()
})
