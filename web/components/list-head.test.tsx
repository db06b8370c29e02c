import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { json, renderWithProviders } from '#web/components/testing/render-with-providers.tsx'
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

test('list head: what is loaded plays without a network', async () => {
  onlineManager.setOnline(false)
  const { player } = renderWithProviders(<ListHead tracks={tracks} source="Offline" />, {
    handlers: { 'GET /api/auth/user': json(null) },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Play all' }))
  await waitFor(() => expect(player.state().currentTrack?.id).toBe('a'))
  onlineManager.setOnline(true)
})
