import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Route } from 'wouter'
import { deadLink } from '#contract/dead-link.ts'
import type { OwnShareNote, Share, SharedTrack } from '#contract/share-links.ts'
import {
  type Handlers,
  json,
  renderWithProviders,
  status,
} from '#web/components/testing/render-with-providers.tsx'
import { page } from './share-page.tsx'

const track = (id: string, title: string): SharedTrack => ({
  id,
  title,
  artist: 'Maren Voss',
  duration: 90,
  loudness: null,
  audioUrl: `/api/share/x/tracks/${id}/audio`,
  formats: [
    {
      format: 'original',
      contentType: 'audio/mpeg',
      bitrate: null,
      bytes: null,
      url: `/api/share/x/tracks/${id}/audio`,
    },
  ],
  waveformUrl: null,
  artworkUrl: `/api/share/x/tracks/${id}/artwork`,
})

const share: Share = {
  type: 'album',
  title: 'Thaw',
  artist: 'Maren Voss',
  description: null,
  artworkUrl: '/api/share/x/artwork',
  downloadUrl: null,
  tracks: [track('a', 'Salt'), track('b', 'Melt')],
  notes: [],
}

const renderShare = (handlers: Handlers) =>
  renderWithProviders(<Route path="/s/:token" component={page.component} />, {
    path: '/s/x',
    // The same object: tests replace responses.
    handlers: Object.assign(handlers, { 'GET /api/auth/user': status(401) }),
  })

const play = vi.fn(async () => {})
beforeEach(() => {
  play.mockClear()
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(play)
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {})
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('maybe')
})
const audio = () => document.querySelector('audio') as HTMLAudioElement

test('share page: a link that is not valid says so', async () => {
  renderShare({ 'GET /api/share/x': status(404, { message: deadLink }) })
  expect(await screen.findByRole('heading', { level: 1, name: deadLink })).toBeTruthy()
})

test('share page: a track is played from the link, and the next one after it', async () => {
  const { user, player } = renderShare({ 'GET /api/share/x': json(share) })
  const list = within(await screen.findByRole('list'))
  await user.click(list.getByRole('button', { name: 'Play Salt' }))
  expect(play).toHaveBeenCalledOnce()
  expect(audio().getAttribute('src')).toBe('/api/share/x/tracks/a/audio')
  audio().dispatchEvent(new Event('playing'))
  expect(await list.findByRole('button', { name: 'Pause Salt' })).toBeTruthy()
  audio().dispatchEvent(new Event('ended'))
  await waitFor(() => expect(audio().getAttribute('src')).toBe('/api/share/x/tracks/b/audio'))
  expect(player.state().currentTrack).toBeNull()
})

test('share page: once the sound fails because the link was revoked, it says so', async () => {
  const handlers: Handlers = { 'GET /api/share/x': json(share) }
  const { user } = renderShare(handlers)
  await user.click(
    within(await screen.findByRole('list')).getByRole('button', { name: 'Play Salt' }),
  )
  handlers['GET /api/share/x'] = status(404)
  audio().dispatchEvent(new Event('error'))
  expect(await screen.findByText(deadLink)).toBeTruthy()
})

test('share page: a note is sent with the moment at which it was begun, and stays if it is refused', async () => {
  const message = 'This link has as many notes as it can have.'
  const { user, requests } = renderShare({
    'GET /api/share/x': json(share),
    'POST /api/share/x/notes': status(409, { message }),
  })
  await user.type(await screen.findByLabelText('Your name'), 'Jo')
  await user.type(screen.getByLabelText('Note at 0:00'), 'Louder.')
  await user.click(screen.getByRole('button', { name: 'Leave note at 0:00' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.getByLabelText('Note at 0:00')).toHaveProperty('value', 'Louder.')
  expect(requests.at(-1)?.body).toEqual({ trackId: 'a', position: 0, name: 'Jo', text: 'Louder.' })
})

test('share page: a sent note is announced by a status that was there before', async () => {
  const sent = 'Your note was sent.'
  const { user } = renderShare({
    'GET /api/share/x': json(share),
    'POST /api/share/x/notes': status(204),
  })
  const form = (await screen.findByLabelText('Your name')).closest('section') as HTMLElement
  const announced = within(form).getByRole('status')
  expect(announced.textContent).toBe('')
  await user.type(screen.getByLabelText('Note at 0:00'), 'Louder.')
  await user.click(screen.getByRole('button', { name: 'Leave note at 0:00' }))
  await waitFor(() => expect(announced.textContent).toBe(sent))
})

test('share page: notes of this browser are listed with their answers', async () => {
  const note: OwnShareNote = {
    id: 'n',
    trackId: 'b',
    position: 42,
    name: 'Jo',
    text: 'The snare is late.',
    createdAt: '2026-01-01T00:00:00.000Z',
    answer: 'Fixed.',
  }
  renderShare({ 'GET /api/share/x': json({ ...share, notes: [note] }) })
  const notes = await screen.findByRole('list', { name: 'Your notes' })
  expect(notes.textContent).toBe('0:42MeltJoThe snare is late.Maren Voss: Fixed.')
})
