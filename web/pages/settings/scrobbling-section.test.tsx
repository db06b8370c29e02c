import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ScrobblingConnection } from '#contract/scrobbling.ts'
import { noScrobbling, reject, renderPage, setUpServer } from './test-settings.tsx'

const { calls, responses } = setUpServer()

test('settings: a token that ListenBrainz does not accept is reported beside its field', async () => {
  const { user } = renderPage()
  responses['PUT /api/account/scrobbling/listenbrainz'] = reject(
    'The service does not accept this token.',
  )
  await user.click(await screen.findByRole('button', { name: 'Connect ListenBrainz' }))
  await user.type(screen.getByLabelText('User token'), 'wrong')
  await user.click(screen.getByRole('button', { name: 'Connect' }))
  expect(await screen.findByText('The service does not accept this token.')).toBeTruthy()
  expect(calls.at(-1)?.body).toEqual({ token: 'wrong', url: 'https://api.listenbrainz.org' })
})

test('settings: an address at which nothing answers is reported beside the address', async () => {
  const { user } = renderPage()
  const message = 'The service could not be reached at this address.'
  responses['PUT /api/account/scrobbling/listenbrainz'] = reject(message)
  await user.click(await screen.findByRole('button', { name: 'Connect ListenBrainz' }))
  await user.type(screen.getByLabelText('User token'), 'right')
  await user.click(screen.getByRole('button', { name: 'Connect' }))
  const address = screen.getByLabelText('Server address')
  await vi.waitFor(() => expect(address.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByLabelText('User token').getAttribute('aria-invalid')).not.toBe('true')
})

test.each([
  [{}, 'ListenBrainz no longer accepts the token.'],
  [{ isUnreadable: true }, 'The secret of this site has changed,'],
])(
  'settings: a token that cannot be used any more says why, with what waits (%#)',
  async (state, reason) => {
    const connection: ScrobblingConnection = {
      username: 'ines',
      url: 'https://api.listenbrainz.org',
      isRejected: true,
      isUnreadable: false,
      waiting: 3,
      ...state,
    }
    responses['GET /api/account/scrobbling'] = () =>
      Response.json({ ...noScrobbling, listenbrainz: { connection } })
    renderPage()
    expect(await screen.findByText('3 listens are waiting to be sent.')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toContain(reason)
  },
)

test('settings: a token of Last.fm in a link of somebody else connects nothing', async () => {
  responses['GET /api/account/scrobbling'] = () =>
    Response.json({
      ...noScrobbling,
      lastfm: { connection: null, authorizeUrl: 'https://www.last.fm/api/auth/' },
    })
  history.replaceState(null, '', '/settings?token=of-somebody-else')
  renderPage()
  await screen.findByRole('button', { name: 'Connect Last.fm' })
  await vi.waitFor(() => expect(location.search).toBe(''))
  expect(calls.filter(({ method }) => method === 'PUT')).toEqual([])
})
