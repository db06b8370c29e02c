import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Analytics } from '#contract/admin.ts'
import {
  type Handlers,
  json,
  renderWithProviders,
  status,
} from '#web/components/testing/render-with-providers.tsx'
import { testTrack } from '#web/features/player/test-track.ts'
import { AnalyticsTab } from './analytics/analytics-tab.tsx'
import { ContentTab } from './content-tab.tsx'
import { UsersTab } from './users-tab.tsx'

/** The downloaded files: name and content. */
let files: { name: string; blob: Blob }[]

beforeEach(() => {
  files = []
  let blob = new Blob()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    blob = file as Blob
    return 'blob:file'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    files.push({ name: this.download, blob })
  })
})

/** By text: roles are slow in a long list. */
const button = (text: string) => screen.findByText(text, { selector: 'button' })
const isDisabled = (element: HTMLElement) => element.matches(':disabled, [aria-disabled="true"]')
const exportFailed = (text: string) => ({ title: 'Export failed', text, tone: 'failure' })
const generationFailed = exportFailed('An error occurred while generating the CSV file')
const nothingToExport = exportFailed('No data available to export')

async function linesOf(blob = new Blob()): Promise<string[]> {
  const bytes = Buffer.from(await blob.arrayBuffer())
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  return bytes.subarray(3).toString('utf8').split('\r\n')
}

test('admin exports: an export loads all pages, shows that it is running and reports an error', async () => {
  const held = Promise.withResolvers<void>()
  let failsAt: string | null = null
  const handlers: Handlers = {
    'GET /api/tracks': async ({ searchParams }) => {
      const cursor = searchParams.get('cursor')
      if (cursor === '2000') await held.promise
      if (cursor !== null && cursor === failsAt) return new Response('', { status: 500 })
      const from = Number(cursor ?? 0)
      const end = Math.min(2500, from + Number(searchParams.get('limit')))
      const tracks = Array.from({ length: end - from }, (_, n) => testTrack(`${from + n}`))
      const link = `</api/tracks?limit=1000&cursor=${end}>; rel="next"`
      return Response.json(tracks, end < 2500 ? { headers: { link } } : {})
    },
  }
  const { requests, toasts } = renderWithProviders(<ContentTab />, { handlers })
  await screen.findByText('Track 0')
  requests.length = 0
  fireEvent.click(await button('Export'))
  expect(isDisabled(await button('Exporting...'))).toBe(true)
  held.resolve()
  await waitFor(() => expect(files).toHaveLength(1))
  const lines = await linesOf(files[0]?.blob)
  expect(lines).toHaveLength(2502)
  expect(lines[2500]).toContain(',Track 2499,')
  const all = ['?limit=1000', '?limit=1000&cursor=1000', '?limit=1000&cursor=2000']
  expect(requests.map(({ call }) => call)).toEqual(all.map((query) => `GET /api/tracks${query}`))
  failsAt = '1000'
  fireEvent.click(await button('Export'))
  await waitFor(() => expect(toasts.get()).toMatchObject(generationFailed))
})

test.each([
  ['tracks', <ContentTab key="tracks" />, 'Export'],
  ['users', <UsersTab key="users" ownId="admin" />, 'Export Users'],
])('admin exports: a search for %s without results has nothing to export', async (_, tab, name) => {
  const handlers = { 'GET /api/tracks': json([]), 'GET /api/users': json([]) }
  const { toasts, user } = renderWithProviders(tab, { handlers })
  await user.type(screen.getByRole('searchbox'), 'none')
  fireEvent.click(await button(name))
  await waitFor(() => expect(toasts.get()).toMatchObject(nothingToExport))
  expect(files).toEqual([])
})

const ranked = (n: number, title: string, playCount: number, likeCount: number) => ({
  id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  slug: `track-${n}`,
  title,
  artist: n % 2 ? 'Jürgen "Bär" Müller' : '@home',
  playCount,
  likeCount,
})
const played = Array.from({ length: 10 }, (_, n) => ranked(n, `Track ${n}`, 1000 - n, 0))
const analytics: Analytics = {
  totalTracks: 12,
  totalPlays: 12_345,
  totalLikes: 678,
  publicTracks: 9,
  totalUsers: 4,
  averageEngagement: 1085,
  latestTrack: {
    id: ranked(1, '', 0, 0).id,
    slug: 'track-1',
    title: 'Petal Machine',
    artist: 'Juno Vale',
    createdAt: '2026-11-15T12:00:00.000Z',
  },
  mostPlayed: played,
  mostLiked: [ranked(1, '=1+1', 3, 600), ranked(2, 'Rain, "tape"', 2, 78)],
  topEngagement: [ranked(1, '=1+1', 3, 600)],
  playsPerDay: Array.from({ length: 30 }, (_, n) => ({
    day: `2026-10-${String(n + 1).padStart(2, '0')}`,
    plays: n * 10,
  })),
}

test('admin analytics: the tab ranks five tracks and exports a summary with ten, byte for byte', async () => {
  const held = Promise.withResolvers<void>()
  const { toasts } = renderWithProviders(<AnalyticsTab />, {
    handlers: {
      'GET /api/admin/analytics': async () => {
        await held.promise
        return Response.json(analytics)
      },
    },
  })
  expect(isDisabled(await button('Export CSV'))).toBe(true)
  held.resolve()
  const heading = (name: string) => screen.findByRole('heading', { name })
  const panel = async (name: string) => (await heading(name)).closest('section') as HTMLElement
  const rows = async (name: string) =>
    within(await panel(name))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(await rows('Most Played Tracks')).toHaveLength(5)
  expect((await rows('Most Played Tracks'))[0]).toContain('Track 0@home1,000 plays')
  expect(await rows('Most Liked Tracks')).toEqual([
    expect.stringMatching(/=1\+1.*600 likes/),
    expect.stringMatching(/Rain, "tape".*78 likes/),
  ])
  expect((await panel('Top Engagement')).textContent).toContain('3 plays, 600 likes')
  expect((await panel('Recent Activity')).textContent).toContain('Petal Machineby Juno Vale')
  fireEvent.click(await button('Export CSV'))
  await waitFor(() => expect(toasts.get()?.title).toBe('Analytics exported'))
  expect(files[0]?.name).toMatch(/^analytics-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.csv$/)
  expect(await linesOf(files[0]?.blob)).toEqual([
    'Summary',
    'Total Tracks,12',
    'Total Plays,12345',
    'Total Likes,678',
    'Public Tracks,9',
    'Total Users,4',
    'Average Engagement,1085',
    '',
    'Top 10 Tracks by Plays',
    'Rank,Title,Artist,Plays,Likes',
    ...played.map(
      (track, n) =>
        `${n + 1},Track ${n},${n % 2 ? '"Jürgen ""Bär"" Müller"' : "'@home"},${track.playCount},0`,
    ),
    '',
    'Top 10 Tracks by Likes',
    'Rank,Title,Artist,Plays,Likes',
    `1,'=1+1,"Jürgen ""Bär"" Müller",3,600`,
    `2,"Rain, ""tape""",'@home,2,78`,
    '',
  ])
})

test('admin analytics: an empty site shows empty rankings and has nothing to export', async () => {
  const nothing: Analytics = {
    ...analytics,
    totalTracks: 0,
    totalPlays: 0,
    totalLikes: 0,
    publicTracks: 0,
    averageEngagement: 0,
    latestTrack: null,
    mostPlayed: [],
    mostLiked: [],
    topEngagement: [],
    playsPerDay: analytics.playsPerDay.map(({ day }) => ({ day, plays: 0 })),
  }
  const { toasts } = renderWithProviders(<AnalyticsTab />, {
    handlers: { 'GET /api/admin/analytics': json(nothing) },
  })
  for (const text of ['No plays yet', 'No likes yet', 'No engagement yet', 'No tracks yet'])
    await screen.findByText(text)
  fireEvent.click(await button('Export CSV'))
  await waitFor(() => expect(toasts.get()).toMatchObject(nothingToExport))
})

test('admin analytics: a failed load or export is reported', async () => {
  const handlers: Handlers = { 'GET /api/admin/analytics': status(500) }
  const { toasts } = renderWithProviders(<AnalyticsTab />, { handlers })
  await screen.findByText('The analytics could not be loaded.')
  expect(isDisabled(await button('Export CSV'))).toBe(true)
  handlers['GET /api/admin/analytics'] = json(analytics)
  fireEvent.click(await button('Try again'))
  await screen.findByText('12,345')
  vi.mocked(URL.createObjectURL).mockImplementation(() => {
    throw new Error('no memory')
  })
  fireEvent.click(await button('Export CSV'))
  await waitFor(() => expect(toasts.get()).toMatchObject(generationFailed))
})
