import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { status } from '#web/components/testing/render-with-providers.tsx'
import { StoredItems } from './stored-items.tsx'
import { renderWithProviders } from './testing/render-with-providers.tsx'

const render = () =>
  renderWithProviders(<StoredItems />, { handlers: { 'GET /api/auth/user': status(401) } })

test('stored items: until the service worker is there the library says so, for a while', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('caches', {})
  vi.stubGlobal('navigator', { serviceWorker: new EventTarget(), onLine: true })
  render()
  expect(screen.getByText('Getting ready…')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(screen.getByText('Not available here')).toBeTruthy()
})

test('stored items: a browser that can store nothing is told so at once', () => {
  vi.stubGlobal('navigator', { onLine: true })
  render()
  expect(screen.getByText('Not available here')).toBeTruthy()
})
