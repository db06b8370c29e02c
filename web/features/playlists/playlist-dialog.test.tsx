import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  type Handlers,
  json,
  renderWithProviders,
} from '#web/components/testing/render-with-providers.tsx'
import { PlaylistDialog } from './playlist-dialog.tsx'

function renderDialog(handlers: Handlers = {}) {
  return renderWithProviders(<PlaylistDialog userId="me" onClose={vi.fn()} />, { handlers })
}

const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('playlist form: only a release has a label, a release date, a UPC and a copyright', async () => {
  renderDialog()
  const names = [/^Artist/, /^Label/, /^Release date/, /^UPC/, /^Copyright/]
  await screen.findByLabelText('Type')
  for (const name of names) expect(screen.queryByLabelText(name)).toBeNull()
  type(/^Type/, 'album')
  for (const name of names) expect(await screen.findByLabelText(name)).toBeTruthy()
})

test('playlist form: a UPC that is none is not sent, and a release has what was typed', async () => {
  const { requests } = renderDialog({ 'POST /api/playlists': json({ id: 'thaw' }) })
  const created = () => requests.find(({ call }) => call === 'POST /api/playlists')
  type(/^Title/, 'Thaw')
  type(/^Type/, 'ep')
  type(/^Label/, 'Harbor Tapes')
  type(/^Release date/, '2026-12-04')
  type(/^UPC/, '12345')
  fireEvent.click(screen.getByText('Create'))
  await screen.findByText('Please enter a valid UPC or EAN: 12 or 13 digits')
  expect(created()).toBeUndefined()
  type(/^UPC/, '0 36000 29145 2')
  fireEvent.click(screen.getByText('Create'))
  await waitFor(() => expect(created()).toBeDefined())
  expect(created()?.body).toEqual({
    title: 'Thaw',
    type: 'ep',
    description: '',
    artist: null,
    label: 'Harbor Tapes',
    releaseDate: '2026-12-04',
    upc: '036000291452',
    copyright: null,
    allowDownload: false,
    publishAt: null,
  })
})

test('playlist form: a new playlist is public, or as private as its owner chooses', async () => {
  const { requests } = renderDialog({ 'POST /api/playlists': json({ id: 'thaw' }) })
  const created = () => requests.find(({ call }) => call === 'POST /api/playlists')
  type(/^Title/, 'Thaw')
  expect(screen.getByLabelText<HTMLSelectElement>(/^Privacy/).value).toBe('public')
  type(/^Privacy/, 'private')
  fireEvent.click(screen.getByText('Create'))
  await waitFor(() => expect(created()?.body).toMatchObject({ privacy: 'private' }))
})
