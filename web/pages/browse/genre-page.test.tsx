import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { json, renderWithProviders } from '#web/components/testing/render-with-providers.tsx'
import { GenrePage } from './genre-page.tsx'

test('genre page: an unknown genre is not found', async () => {
  renderWithProviders(<GenrePage />, { path: '/genre/nowhere', handlers: {} })
  expect(await screen.findByRole('heading', { level: 1, name: 'Genre not found' })).toBeTruthy()
})

test('genre page: a genre without tracks has its own name as heading', async () => {
  const handlers = {
    'GET /api/genres/r&b/tracks': json([]),
    'GET /api/genres/r%26b/tracks': json([]),
  }
  renderWithProviders(<GenrePage />, { path: '/genre/r%26b', handlers })
  expect(await screen.findByRole('heading', { level: 1, name: 'R&B' })).toBeTruthy()
})
