import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Route } from 'wouter'
import type { ShareLink, ShareNote } from '#contract/share-links.ts'
import {
  type Handlers,
  json,
  renderWithProviders,
  status,
} from '#web/components/testing/render-with-providers.tsx'
import { testUser } from '#web/components/testing/test-users.ts'
import { testTrack } from '#web/features/player/test-track.ts'
import { byTrack, notesText } from './notes-text.ts'
import { page } from './track-links-page.tsx'

const user = { ...testUser(), isAdmin: false }
const track = testTrack('hinge', { title: 'Hinge', privacy: 'private', userId: user.id })
const link: ShareLink = {
  id: 'l',
  trackId: 'hinge',
  playlistId: null,
  name: 'For the label',
  expiresAt: null,
  maxListens: 3,
  listens: 1,
  allowDownload: true,
  lastUsedAt: null,
  revokedAt: null,
  noteCount: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
}
const note: ShareNote = {
  id: 'n',
  trackId: 'hinge',
  trackTitle: 'Hinge',
  position: 42,
  name: 'Jo',
  text: 'The snare is late.',
  createdAt: '2026-01-01T00:00:00.000Z',
  answer: null,
  doneAt: null,
  canAnswer: true,
}

const renderLinks = (handlers: Handlers) =>
  renderWithProviders(<Route path="/track/:slug/links" component={page.component} />, {
    path: '/track/hinge/links',
    // The same object: tests replace responses.
    handlers: Object.assign(handlers, {
      'GET /api/auth/user': json(user),
      'GET /api/tracks/slug/hinge': json(track),
      'GET /api/share-links': json([link]),
      ...handlers,
    }),
  })

test('private links: each says how it was used and why it ended', async () => {
  const past = '2020-01-01T00:00:00.000Z'
  renderLinks({
    'GET /api/share-links': json([
      link,
      { ...link, id: 'r', name: 'A', revokedAt: past },
      { ...link, id: 'e', name: 'B', expiresAt: past },
      { ...link, id: 'u', name: 'C', listens: 3 },
    ]),
  })
  const items = within(await screen.findByRole('list', { name: 'Private links' }))
  const texts = items.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(texts[0]).toContain('For the labelActive1 of 3 listens · not used yet · with download')
  expect(texts.slice(1).map((text) => text?.slice(0, 8))).toEqual([
    'ARevoked',
    'BExpired',
    'CUsed up',
  ])
})

test('private links: a new one is shown once, until it is revoked', async () => {
  const handlers: Handlers = {
    'GET /api/share-links': json([]),
    'POST /api/share-links': json({ link, url: 'http://localhost/s/token' }),
  }
  const { user: hand, requests } = renderLinks(handlers)
  await hand.click(await screen.findByRole('button', { name: 'New link' }))
  await hand.type(screen.getByLabelText('Name'), 'For the label')
  await hand.type(screen.getByLabelText(/^Listens/), '3')
  await hand.click(screen.getByRole('switch', { name: 'Allow download' }))
  handlers['GET /api/share-links'] = json([link])
  await hand.click(screen.getByRole('button', { name: 'Create link' }))
  const shown = await screen.findByLabelText('Your new link')
  expect(shown).toHaveProperty('value', 'http://localhost/s/token')
  expect(requests.find(({ call }) => call === 'POST /api/share-links')?.body).toEqual({
    ...{ trackId: 'hinge', name: 'For the label', expiresAt: null, maxListens: 3 },
    allowDownload: true,
  })
  handlers['PUT /api/share-links/l'] = json(link)
  handlers['GET /api/share-links'] = json([{ ...link, revokedAt: '2026-01-02T00:00:00.000Z' }])
  await hand.click(screen.getByRole('button', { name: 'Revoke For the label' }))
  expect(requests.map(({ call }) => call)).not.toContain('PUT /api/share-links/l')
  await hand.click(screen.getByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(screen.queryByLabelText('Your new link')).toBeNull())
})

test('private links: the focus goes where the next step is when a form or a link goes', async () => {
  const handlers: Handlers = {
    'GET /api/share-links': json([]),
    'POST /api/share-links': json({ link, url: 'http://localhost/s/token' }),
    'PUT /api/share-links/l': json(link),
    'DELETE /api/share-links/l': status(204),
  }
  const { user: hand } = renderLinks(handlers)
  const press = async (name: string) => hand.click(await screen.findByRole('button', { name }))
  const isFocused = (element: HTMLElement) =>
    waitFor(() => expect(document.activeElement).toBe(element))
  await press('New link')
  await press('Cancel')
  await isFocused(screen.getByRole('button', { name: 'New link' }))
  await press('New link')
  handlers['GET /api/share-links'] = json([link])
  await press('Create link')
  await isFocused(await screen.findByLabelText('Your new link'))
  await press('Edit For the label')
  await press('Save')
  await isFocused(screen.getByRole('button', { name: 'Edit For the label' }))
  handlers['GET /api/share-links'] = json([{ ...link, revokedAt: '2026-01-02T00:00:00.000Z' }])
  await press('Revoke For the label')
  await press('Revoke')
  await isFocused(screen.getByRole('heading', { name: 'For the label' }))
  await press('Delete For the label')
  handlers['GET /api/share-links'] = json([])
  await press('Delete')
  await isFocused(screen.getByRole('region', { name: 'Links' }))
})

test('private links: what the server refuses is said in the form', async () => {
  const message = 'Name is required'
  const { user: hand } = renderLinks({ 'POST /api/share-links': status(400, { message }) })
  await hand.click(await screen.findByRole('button', { name: 'New link' }))
  await hand.click(screen.getByRole('button', { name: 'Create link' }))
  expect((await screen.findByRole('alert')).textContent).toBe(message)
})

test('private links: others read whose they are and find the track', async () => {
  renderLinks({ 'GET /api/tracks/slug/hinge': json({ ...track, userId: 'other' }) })
  expect(
    await screen.findByText(/^Only Low Tide Choir can see the private links to “Hinge”\./),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to Hinge' }).getAttribute('href')).toBe(
    '/track/track-hinge',
  )
})

test('private links: a note is answered once, and the answer corrected for a while', async () => {
  const handlers: Handlers = {
    'GET /api/share-links': json([{ ...link, noteCount: 1 }]),
    'GET /api/share-links/l/notes': json([note]),
    'PUT /api/share-links/l/notes/n': json(note),
  }
  const { user: hand, requests } = renderLinks(handlers)
  await hand.click(await screen.findByRole('button', { name: 'Show 1 note' }))
  await hand.click(await screen.findByRole('button', { name: 'Answer Jo' }))
  await hand.click(screen.getByRole('button', { name: 'Cancel' }))
  const answer = screen.getByRole('button', { name: 'Answer Jo' })
  expect(document.activeElement).toBe(answer)
  await hand.click(answer)
  await hand.type(screen.getByLabelText('Answer to Jo'), 'Fixd.')
  handlers['GET /api/share-links/l/notes'] = json([{ ...note, answer: 'Fixd.', canAnswer: true }])
  await hand.click(screen.getByRole('button', { name: 'Send answer' }))
  expect(await screen.findByText('Fixd.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Answer Jo' })).toBeNull()
  await hand.click(screen.getByRole('button', { name: 'Correct the answer to Jo' }))
  const field = screen.getByLabelText('Answer to Jo')
  expect(field).toHaveProperty('value', 'Fixd.')
  await hand.clear(field)
  await hand.type(field, 'Fixed.')
  handlers['GET /api/share-links/l/notes'] = json([{ ...note, answer: 'Fixed.', canAnswer: false }])
  await hand.click(screen.getByRole('button', { name: 'Send answer' }))
  expect(await screen.findByText('Fixed.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Correct the answer to Jo' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Done'))
  const sent = requests.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body)
  expect(sent).toEqual([{ answer: 'Fixd.' }, { answer: 'Fixed.' }])
})

test('private links: the text file has notes by track, with answers and what is done', () => {
  const notes = [
    note,
    { ...note, id: 'o', position: 65, answer: 'Yes.', doneAt: '2026-01-02T00:00:00.000Z' },
    { ...note, id: 'p', trackId: 'other', trackTitle: 'Other', text: 'Nice.' },
  ]
  expect(notesText('For the label', byTrack(notes))).toBe(
    [
      'Notes: For the label\n\n\nHinge\n\n0:42 Jo\nThe snare is late.\n\n',
      '1:05 Jo (done)\nThe snare is late.\nAnswer: Yes.\n\n\n',
      'Other\n\n0:42 Jo\nNice.\n',
    ].join(''),
  )
})
