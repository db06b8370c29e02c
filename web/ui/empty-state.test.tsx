import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { EmptyState, ErrorState, NotFoundState } from './empty-state.tsx'

test('empty state: its title is the heading of the page, with the text and the actions', () => {
  render(
    <EmptyState variant="empty" title="No tracks yet" text="Upload the first one.">
      <button type="button">Upload</button>
    </EmptyState>,
  )
  expect(screen.getByRole('heading', { level: 1, name: 'No tracks yet' })).toBeTruthy()
  expect(screen.getByText('Upload the first one.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Upload' })).toBeTruthy()
})

test('not-found state: it links to the home page', () => {
  render(<NotFoundState title="Playlist not found" text="It may have been deleted." />)
  const link = screen.getByRole('link', { name: 'Back to Home' })
  expect(link.getAttribute('href')).toBe('/')
})

test('error state: Try again retries', async () => {
  const onRetry = vi.fn()
  render(<ErrorState title="Something went wrong" text="Please try again." onRetry={onRetry} />)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledTimes(1)
})

test('error state: offline it says so, and where stored tracks are', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(<ErrorState title="Tracks could not be loaded" text="Try again." onRetry={() => {}} />)
  const text = 'You are offline. Tracks that are stored on this device are in your library.'
  expect(screen.getByText(text)).toBeDefined()
  expect(screen.queryByText('Try again.')).toBeNull()
  const link = screen.getByRole('link', { name: 'Listen offline' })
  expect(link.getAttribute('href')).toBe('/library/offline')
  vi.restoreAllMocks()
})

test('error state: a network without a connection is offline too', () => {
  const shell = Object.assign(document.createElement('meta'), { name: 'app-shell' })
  document.head.append(shell)
  render(<ErrorState title="Tracks could not be loaded" text="Try again." onRetry={() => {}} />)
  expect(screen.getByText(/^You are offline/)).toBeDefined()
  shell.remove()
  cleanup()
  render(<ErrorState title="Tracks could not be loaded" text="Try again." onRetry={() => {}} />)
  expect(screen.getByText('Try again.')).toBeDefined()
  expect(screen.queryByRole('link')).toBeNull()
})

test('empty state: its column may be narrower than its content, which WebKit does not assume', () => {
  const { container } = render(<EmptyState variant="empty" title="No tracks yet" text="None." />)
  expect(container.querySelector('section')?.className).toContain('grid-cols-[minmax(0,1fr)]')
})
