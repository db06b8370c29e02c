import { renderHook } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { createToastStore, ToastProvider } from '#web/ui/toast/toast-store.ts'
import { createSoundSettings } from '../engine/sound-settings.ts'
import { testPlayer } from '../test-player.ts'
import { testTrack } from '../test-track.ts'
import { PlayerProvider } from '../use-player.ts'
import { useShortcuts } from './use-shortcuts.ts'

function setUp() {
  const { player, transport } = testPlayer()
  const toasts = createToastStore()
  const position = { subscribe: () => () => {}, current: () => 100, duration: () => 900 }
  const settings = createSoundSettings({ get: () => null, set: () => {} }, false)
  const views = { help: vi.fn(), queue: vi.fn(), like: vi.fn() }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ToastProvider value={toasts}>
      <PlayerProvider value={{ player, position, settings }}>{children}</PlayerProvider>
    </ToastProvider>
  )
  renderHook(() => useShortcuts(views), { wrapper })
  const press = (key: string) => userEvent.keyboard(key)
  return { player, transport, views, press, toast: () => toasts.get()?.title }
}

test('shortcuts: each key changes its setting, and a toast names what is not visible', async () => {
  const { player, views, press, toast } = setUp()
  await press('a')
  expect(player.state().autoplay).toBe(false)
  player.playQueue([testTrack('a'), testTrack('b')])
  await press('a')
  expect([player.state().autoplay, toast()]).toEqual([true, 'Autoplay: on'])
  await press('a')
  expect([player.state().autoplay, toast()]).toEqual([false, 'Autoplay: off'])
  await press('>')
  expect([player.state().speed, toast()]).toEqual([1.25, 'Speed: 1.25×'])
  await press('t')
  expect([player.state().sleep?.choice, toast()]).toEqual([15, 'Sleep timer: 15 minutes'])
  await press('s')
  await press('r')
  expect(player.state().queue).toMatchObject({ repeat: 'all', original: { length: 2 } })
  await press('q')
  await press('?')
  expect([views.queue, views.help].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})

test('shortcuts: 15 seconds are skipped in tracks over ten minutes only', async () => {
  const { player, transport, press } = setUp()
  player.playTrack(testTrack('short'))
  await press('l')
  expect(transport.seek).not.toHaveBeenCalled()
  player.playTrack(testTrack('long', { duration: 900 }))
  await press('l')
  await press('j')
  expect(vi.mocked(transport.seek).mock.calls).toEqual([[115], [85]])
})
