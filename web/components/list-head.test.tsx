import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Track } from '#contract/tracks.ts'
import { json, renderWithProviders } from '#web/components/testing/render-with-providers.tsx'
import { addToQueue, appendToList } from '#web/features/player/queue/queue-editing.ts'
import { testTrack } from '#web/features/player/test-track.ts'
import { ListHead } from './list-head.tsx'

const tracks = ['a', 'b', 'c'].map((id) => testTrack(id, { duration: 70 }))

test('list head: it shows how many tracks there are, and how long they are if all are loaded', async () => {
  const load = async () => ({ items: tracks, next: null })
  renderWithProviders(
    <>
      <ListHead tracks={tracks} source="Likes" />
      <ListHead tracks={tracks} source="Folk" load={load} count={1200} />
      <ListHead tracks={tracks} source="Trending" load={load} />
    </>,
    { handlers: { 'GET /api/auth/user': json(null) } },
  )
  await waitFor(() => expect(screen.getByText('3 tracks · 4 min')).toBeTruthy())
  expect(screen.getByText('1,200 tracks')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Shuffle' })).toHaveLength(3)
})

function renderHead(head = <ListHead tracks={tracks} source="Folk" />) {
  const rendered = renderWithProviders(head, { handlers: { 'GET /api/auth/user': json(null) } })
  const { player, emit } = rendered
  return {
    ...rendered,
    /** A list that was started elsewhere. */
    plays(list: readonly Track[], source: string) {
      act(() => player.playQueue(list, 0, source))
      act(() => emit('playing'))
    },
    press: (name: string) => userEvent.click(screen.getByRole('button', { name })),
    shows: (name: string) => screen.findByRole('button', { name }),
  }
}

test('list head: Play all pauses and resumes what plays of the list, and starts anew after its end', async () => {
  const { player, emit, press, shows } = renderHead()
  await press('Play all')
  await shows('Pause')
  act(() => player.next())
  act(() => emit('playing'))
  await press('Pause')
  act(() => emit('paused'))
  await shows('Resume')
  await press('Resume')
  expect(player.state().currentTrack?.id).toBe('b')
  act(() => player.next())
  act(() => emit('ended'))
  await shows('Play all')
  await press('Play all')
  expect(player.state().currentTrack?.id).toBe('a')
})

test('list head: a track that was queued manually plays within the list', async () => {
  const { player, emit, plays, shows } = renderHead()
  plays(tracks, 'Folk')
  act(() => player.changeQueue((queue) => addToQueue(queue, [testTrack('other')])))
  act(() => emit('ended'))
  expect(player.state().currentTrack?.id).toBe('other')
  await shows('Pause')
})

test('list head: similar tracks that follow leave the last track in its list until it ends', async () => {
  const { player, emit, plays, shows } = renderHead()
  plays(tracks.slice(2), 'Folk')
  act(() =>
    player.changeQueue((queue) => appendToList(queue, [testTrack('other')], 'similar tracks')),
  )
  await shows('Pause')
  act(() => emit('ended'))
  await shows('Play all')
})

test('list head: a list beyond what is loaded is known by its name', async () => {
  const load = async () => ({ items: tracks, next: null })
  const { plays, shows } = renderHead(<ListHead tracks={tracks} source="Folk" load={load} />)
  plays([testTrack('later')], 'Folk')
  await shows('Pause')
})

test.each([
  ['another list', 'Likes', tracks],
  ['a list of the same name', 'Folk', [testTrack('other')]],
])('list head: the button is Play all while %s plays', async (_, source, list) => {
  const { player, plays, press, shows } = renderHead()
  plays(list, source)
  await shows('Play all')
  await press('Play all')
  expect(player.state().queue.source).toBe('Folk')
})

test('list head: what is loaded plays without a network', async () => {
  onlineManager.setOnline(false)
  const { player } = renderWithProviders(<ListHead tracks={tracks} source="Offline" />, {
    handlers: { 'GET /api/auth/user': json(null) },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Play all' }))
  await waitFor(() => expect(player.state().currentTrack?.id).toBe('a'))
  onlineManager.setOnline(true)
})
