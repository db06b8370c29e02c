import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { createToastStore, ToastProvider } from '#web/ui/toast/toast-store.ts'
import { createSoundSettings } from '../../engine/sound-settings.ts'
import type { QueueEntry } from '../../queue/queue.ts'
import { addToQueue } from '../../queue/queue-editing.ts'
import { testPlayer } from '../../test-player.ts'
import { testTrack } from '../../test-track.ts'
import { PlayerProvider } from '../../use-player.ts'
import { QueuePanel } from './queue-panel.tsx'

const track = (title: string) => testTrack(title, { title })
const titles = (entries: readonly QueueEntry[]) => entries.map((entry) => entry.track.title)

function openQueue(list = ['Dawn', 'Noon', 'Dusk', 'Night'].map(track)) {
  const { player, started } = testPlayer()
  const position = { subscribe: () => () => {}, current: () => 0, duration: () => 0 }
  player.playQueue(list, 1, 'Most Recent')
  const onClose = vi.fn()
  const toasts = createToastStore()
  const settings = createSoundSettings({ get: () => null, set: () => {} }, false)
  render(
    <ToastProvider value={toasts}>
      <PlayerProvider value={{ player, position, settings }}>
        <QueuePanel
          onClose={onClose}
          renderMenu={({ title }) => <button type="button">Options for {title}</button>}
        />
      </PlayerProvider>
    </ToastProvider>,
  )
  const section = (name: string) => within(screen.getByRole('region', { name }))
  const add = (...added: string[]) =>
    player.changeQueue((queue) => addToQueue(queue, added.map(track)))
  return { player, started, section, onClose, add, toasts, user: userEvent.setup() }
}

test('queue panel: it shows what plays, what was queued manually and the rest of the list', async () => {
  const { section, add } = openQueue()
  expect(screen.getByRole('dialog', { name: 'Queue' })).toBeTruthy()
  expect(section('Now playing').getByText('Noon')).toBeTruthy()
  expect(section('Next from Most Recent').getAllByRole('listitem')).toHaveLength(2)
  expect(screen.queryByRole('region', { name: 'Next in queue' })).toBeNull()
  add('Extra', 'Encore')
  await vi.waitFor(() => expect(section('Next in queue').getAllByRole('listitem')).toHaveLength(2))
})

test('queue panel: entries can be removed and played, and clearing empties what was added only', async () => {
  const { player, started, section, add, user } = openQueue()
  add('Extra', 'Encore')
  await user.click(await screen.findByRole('button', { name: 'Remove Dusk from queue' }))
  expect(titles(player.state().queue.entries)).toEqual(['Dawn', 'Noon', 'Night'])
  await user.click(screen.getByRole('button', { name: 'Play Encore' }))
  expect(started.at(-1)).toBe('/audio/Encore')
  await vi.waitFor(() => expect(section('Now playing').getByText('Encore')).toBeTruthy())
  await user.click(screen.getByRole('button', { name: 'Clear queue' }))
  expect(player.state().queue.added).toEqual([])
  // The button is gone: keyboard users continue in the panel.
  expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Queue' }))
  expect(section('Next from Most Recent').getByText('Night')).toBeTruthy()
})

test('queue panel: a removed entry returns to its place, or after a change to what was added', async () => {
  const { player, toasts, user } = openQueue()
  function undo() {
    const [action] = toasts.get()?.actions ?? []
    if (action && 'onClick' in action) action.onClick()
  }
  const remove = async (title: string) =>
    user.click(await screen.findByRole('button', { name: `Remove ${title} from queue` }))
  await remove('Dusk')
  expect(toasts.get()).toMatchObject({ title: 'Removed from queue', text: 'Dusk' })
  undo()
  expect(titles(player.state().queue.entries)).toEqual(['Dawn', 'Noon', 'Dusk', 'Night'])
  // The toast goes with its button: keyboard users continue in the panel.
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')))
  await remove('Dusk')
  player.next()
  undo()
  expect(titles(player.state().queue.added)).toEqual(['Dusk'])
})

test('queue panel: rows link to their tracks and have the menu of the track', () => {
  const { section } = openQueue()
  const rows = section('Next from Most Recent')
  expect(rows.getByRole('link', { name: 'Dusk' }).getAttribute('href')).toBe('/track/track-Dusk')
  expect(rows.getByRole('button', { name: 'Options for Dusk' })).toBeTruthy()
})

test('queue panel: of 10,000 entries only the visible rows are rendered', () => {
  openQueue(Array.from({ length: 10_000 }, (_, i) => track(`Track ${i}`)))
  expect(screen.getAllByRole('listitem').length).toBeLessThan(100)
})

test('queue panel: Escape closes it', async () => {
  const { onClose, user } = openQueue()
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalled()
})
