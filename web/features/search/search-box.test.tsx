import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SearchResults } from '#contract/search.ts'
import {
  type Handlers,
  renderWithProviders,
  status,
} from '#web/components/testing/render-with-providers.tsx'
import { testTrack } from '#web/features/player/test-track.ts'
import { SearchBox } from './search-box.tsx'

const nothing: SearchResults = { tracks: [], users: [], albums: [], playlists: [] }
const found = (...titles: string[]): SearchResults => ({
  ...nothing,
  tracks: titles.map((title) => testTrack(title, { title })),
})

function renderBox(handlers: Handlers) {
  const rendered = renderWithProviders(<SearchBox placeholder="Search" />, { handlers })
  const box = screen.getByRole('combobox', { name: 'Search' })
  fireEvent.focus(box)
  const type = (value: string) => fireEvent.change(box, { target: { value } })
  return { ...rendered, type }
}

const panel = () => screen.findByRole('grid', { name: 'Search results' })
const rows = async () =>
  within(within(await panel()).getByRole('rowgroup', { name: 'Tracks' })).getAllByRole('row')

test('search panel: results stay until new ones arrive, and a late response to an earlier query is ignored', async () => {
  const held = new Map<string, PromiseWithResolvers<Response>>()
  const { type } = renderBox({
    'GET /api/search': ({ searchParams }) => {
      const response = Promise.withResolvers<Response>()
      held.set(searchParams.get('q') ?? '', response)
      return response.promise
    },
  })
  const respond = (query: string, results: SearchResults) =>
    held.get(query)?.resolve(Response.json(results))
  const isRequested = (query: string) => waitFor(() => expect([...held.keys()]).toContain(query))
  type('word')
  await isRequested('word')
  respond('word', found('word One', 'word Two', 'word Three'))
  await waitFor(async () => expect(await rows()).toHaveLength(3))

  type('other')
  await isRequested('other')
  expect(await rows()).toHaveLength(3)
  expect((await panel()).getAttribute('aria-busy')).toBe('true')
  type('word o')
  await isRequested('word o')
  respond('other', nothing)
  await new Promise((resolve) => setTimeout(resolve))
  expect(await rows()).toHaveLength(3)
  respond('word o', found('word One'))
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  expect((await rows())[0]?.textContent).toContain('word One')
  expect((await panel()).getAttribute('aria-busy')).toBe('false')
})

test('search panel: no results and a failed search show different messages', async () => {
  const handlers: Handlers = { 'GET /api/search': () => Response.json(nothing) }
  const { type } = renderBox(handlers)
  type('word')
  await within(await panel()).findByText('No results for “word”')
  handlers['GET /api/search'] = status(500)
  type('wordx')
  await within(await panel()).findByText('Search failed. Please try again.')
  handlers['GET /api/search'] = () => Response.json(nothing)
  fireEvent.click(within(await panel()).getByText('Try again'))
  await within(await panel()).findByText('No results for “wordx”')
})
