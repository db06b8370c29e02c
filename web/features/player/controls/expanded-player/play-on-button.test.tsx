import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderWithProviders, status } from '#web/components/testing/render-with-providers.tsx'
import { createStore } from '#web/lib/store.ts'
import { TooltipProvider } from '#web/ui/tooltip.tsx'
import type { RemoteState } from '../../engine/remote-playback.ts'
import { testTrack } from '../../test-track.ts'
import { PlayOnButton } from './play-on-button.tsx'

/** The button for a track with this privacy, in a browser that offers a device or none. */
async function renderButton(state: RemoteState, privacy: 'public' | 'private') {
  const { player } = renderWithProviders(
    <TooltipProvider>
      <PlayOnButton track={testTrack('salt', { privacy })} />
    </TooltipProvider>,
    { handlers: { 'GET /api/auth/user': status(401) } },
  )
  const store = createStore(state)
  const watch = vi.fn(() => () => {})
  const remote = { ...store, watch, prompt: vi.fn(async () => {}) }
  act(() => player.update({ openRemote: async () => remote }))
  await waitFor(() => expect(watch).toHaveBeenCalled())
}

const buttons = () => screen.queryAllByRole('button').map((button) => button.textContent)

test('play on: it is offered for a public track where the browser offers a device', async () => {
  await renderButton({ isOffered: true, connection: 'disconnected' }, 'public')
  expect(screen.getByRole('button', { name: 'Play on…' })).toBeTruthy()
})

test('play on: nothing is shown where the browser offers no device', async () => {
  await renderButton({ isOffered: false, connection: 'disconnected' }, 'public')
  expect(buttons()).toEqual([])
})

test('play on: a private track is offered to no device, which could not fetch it', async () => {
  await renderButton({ isOffered: true, connection: 'disconnected' }, 'private')
  expect(buttons()).toEqual([])
})
