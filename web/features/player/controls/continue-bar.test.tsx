import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { testTrack } from '../test-track.ts'
import { ContinueBar } from './continue-bar.tsx'

test.each(['Continue on this device', 'Dismiss'])(
  'continue bar: after %s the focus is in the page, not lost with the button',
  async (name) => {
    const offer = { track: testTrack('a'), isPlaying: false, accept: vi.fn(), dismiss: vi.fn() }
    render(
      <main id="main" tabIndex={-1}>
        <ContinueBar offer={offer} />
      </main>,
    )
    await userEvent.click(screen.getByRole('button', { name }))
    expect(name === 'Dismiss' ? offer.dismiss : offer.accept).toHaveBeenCalledOnce()
    expect(document.activeElement).toBe(screen.getByRole('main'))
  },
)
