import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Route } from 'wouter'
import type { Stats } from '#contract/stats.ts'
import {
  type Handlers,
  json,
  renderWithProviders,
  status,
} from '#web/components/testing/render-with-providers.tsx'
import { testUser } from '#web/components/testing/test-users.ts'
import { testTrack } from '#web/features/player/test-track.ts'
import { statsRows } from './csv-rows.ts'
import { page } from './track-stats-page.tsx'

const numbers = { plays: 4, likes: 1, downloads: 0 }
const stats: Stats = {
  days: [
    { day: '2026-12-03', ...numbers, plays: 1, listeners: 1 },
    { day: '2026-12-04', ...numbers, plays: 3, listeners: 3 },
  ],
  totals: numbers,
  previous: { ...numbers, plays: 1200 },
  sources: { site: 3, embed: 1, feed: 0, share: 0, app: 0 },
  referrers: [{ host: 'blog.example', plays: 2 }],
  retention: Array.from({ length: 100 }, (_, index) => 1 - index / 100),
}

function renderPage(handlers: Handlers) {
  const track = testTrack('hinge', { title: 'Hinge' })
  return renderWithProviders(<Route path="/track/:slug/stats" component={page.component} />, {
    path: '/track/hinge/stats',
    handlers: {
      'GET /api/auth/user': json({ ...testUser(), isAdmin: false }),
      'GET /api/tracks/slug/hinge': json(track),
      ...handlers,
    },
  })
}

test('statistics page: totals, the period before, sources, referring sites and retention', async () => {
  renderPage({ 'GET /api/tracks/hinge/stats': json(stats) })
  expect(await screen.findByText('1,200 in the 30 days before')).toBeTruthy()
  const days = within(screen.getByRole('table', { name: 'Plays per day' }))
  expect(days.getAllByRole('row')).toHaveLength(3)
  expect(screen.getByRole('row', { name: 'Embedded players 1' })).toBeTruthy()
  expect(screen.getByRole('row', { name: 'blog.example 2' })).toBeTruthy()
  const retention = within(screen.getByRole('table', { name: 'Listeners still there' }))
  expect(retention.getByRole('row', { name: '50% 50%' })).toBeTruthy()
})

test('statistics page: another period is loaded', async () => {
  const { user, requests } = renderPage({ 'GET /api/tracks/hinge/stats': json(stats) })
  await user.click(await screen.findByRole('button', { name: '90 days' }))
  await waitFor(() =>
    expect(requests.map(({ call }) => call)).toContain('GET /api/tracks/hinge/stats?days=90'),
  )
})

test('statistics page: what failed to load can be tried again', async () => {
  renderPage({ 'GET /api/tracks/hinge/stats': status(500) })
  expect(await screen.findByText("We couldn't load the statistics. Please try again.")).toBeTruthy()
})

test('statistics page: others read whose they are and find the track', async () => {
  renderPage({ 'GET /api/tracks/hinge/stats': status(403) })
  expect(
    await screen.findByText(/^Only Low Tide Choir can see the statistics of “Hinge”\./),
  ).toBeTruthy()
  expect(screen.queryByText('Page not found')).toBeNull()
  expect(screen.getByRole('link', { name: 'Go to Hinge' }).getAttribute('href')).toBe(
    '/track/track-hinge',
  )
})

test('statistics file: each day first, then sources, referring sites and retention', () => {
  const rows = statsRows(stats)
  expect(rows.slice(0, 3)).toEqual([
    ['Day', 'Plays', 'Listeners', 'Likes', 'Downloads'],
    ['2026-12-03', 1, 1, 1, 0],
    ['2026-12-04', 3, 3, 1, 0],
  ])
  expect(rows).toContainEqual(['embed', 1])
  expect(rows).toContainEqual(['blog.example', 2])
  expect(rows.at(-1)).toEqual([99, 1 - 99 / 100])
})
