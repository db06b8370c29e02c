import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { testCache } from '#web/features/offline/test-cache.ts'
import { testTrack } from '#web/features/player/test-track.ts'
import { account, noExport, reject, renderPage, session, setUpServer } from './test-settings.tsx'

const { calls, responses } = setUpServer()

test('settings: a wrong current password is reported beside its field', async () => {
  const { user, toasts } = renderPage()
  responses['PUT /api/account/password'] = reject('Incorrect password.')
  await user.click(await screen.findByRole('button', { name: 'Change password' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Current password'))
  await user.keyboard('wrong')
  await user.type(screen.getByLabelText('New password'), 'a new long secret')
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByText('Incorrect password.')).toBeTruthy()
  expect(screen.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBeNull()
  expect(toasts.get()).toBeNull()

  responses['PUT /api/account/password'] = () => new Response(null, { status: 204 })
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  await vi.waitFor(() => expect(toasts.get()?.title).toBe('Password changed'))
  expect(screen.queryByLabelText('New password')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change password' }))
})

test('settings: the username is changed in its row, and one that is taken is reported there', async () => {
  const { user, toasts } = renderPage()
  responses['PUT /api/users/profile'] = () =>
    Response.json({ message: 'This username is already taken.' }, { status: 409 })
  await user.click(await screen.findByRole('button', { name: 'Change username' }))
  const field = screen.getByLabelText('New username')
  await user.clear(field)
  await user.type(field, 'juno')
  await user.click(screen.getByRole('button', { name: 'Change username' }))
  expect(await screen.findByText('This username is already taken.')).toBeTruthy()

  const saved = { id: 'u1', username: 'juno', displayName: null, email: '', isAdmin: false }
  responses['PUT /api/users/profile'] = () => Response.json(saved)
  await user.click(screen.getByRole('button', { name: 'Change username' }))
  await vi.waitFor(() => expect(toasts.get()?.title).toBe('Username changed'))
  expect(calls).toContainEqual({
    method: 'PUT',
    path: '/api/users/profile',
    body: { username: 'juno' },
  })
})

test('settings: another session can be signed out, and all others at once', async () => {
  const other = { ...session, id: 'b'.repeat(43), browser: 'Safari', system: 'iPhone' }
  responses['GET /api/account/sessions'] = () =>
    Response.json([session, { ...other, isCurrent: false }])
  const { user } = renderPage()
  await screen.findByText('Firefox on Linux')
  const rows = within(screen.getByRole('list', { name: 'Sessions' })).getAllByRole('listitem')
  expect(within(rows[0] as HTMLElement).getByText('Firefox on Linux')).toBeTruthy()
  expect(within(rows[0] as HTMLElement).getByText('This device')).toBeTruthy()
  expect(within(rows[0] as HTMLElement).queryByRole('button')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Sign out Safari on iPhone' }))
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere else' }))
  const deleted = calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)
  expect(deleted).toEqual([`/api/account/sessions/${other.id}`, '/api/account/sessions'])
})

test('settings: deleting the account asks for the username and the password', async () => {
  responses['DELETE /api/account'] = reject('That is not your username.')
  const { user } = renderPage()
  await user.click(await screen.findByRole('button', { name: 'Delete account' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete account' })
  await user.type(within(dialog).getByLabelText('Username'), 'somebody')
  await user.type(within(dialog).getByLabelText('Password'), 'secret')
  await user.click(within(dialog).getByRole('button', { name: 'Delete account' }))
  expect(await within(dialog).findByText('That is not your username.')).toBeTruthy()
  expect(calls.at(-1)).toEqual({
    method: 'DELETE',
    path: '/api/account',
    body: { username: 'somebody', password: 'secret' },
  })
})

test('settings: with an external provider there is one link to it, and no password', async () => {
  const providerUrl = 'https://id.example.org/realms/music/account'
  responses['GET /api/account'] = () =>
    Response.json({ ...account, hasPassword: false, providerUrl })
  renderPage()
  const link = await screen.findByRole('link', { name: /Manage email and password/ })
  expect(link.getAttribute('href')).toBe(providerUrl)
  expect(screen.queryByRole('heading', { name: 'Password' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Passkeys' })).toBeNull()
  expect(screen.getByRole('heading', { name: 'Sessions' })).toBeTruthy()
})

test('settings: an address that is not verified can get its link again, and a new one waits for its link', async () => {
  const unverified = {
    ...account,
    emailVerified: false,
    hasMail: true,
    isVerificationRequired: true,
  }
  responses['GET /api/account'] = () => Response.json(unverified)
  responses['PUT /api/account/email'] = reject('Incorrect password.')
  const { user, toasts } = renderPage()
  expect(await screen.findByText('Not verified')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  await vi.waitFor(() => expect(toasts.get()?.title).toBe('Link sent'))
  expect(calls.at(-1)?.path).toBe('/api/account/email/verification')

  await user.click(screen.getByRole('button', { name: 'Change email' }))
  await user.type(screen.getByLabelText('New email'), 'new@example.org')
  await user.type(screen.getByLabelText('Password', { exact: true }), 'wrong')
  await user.click(screen.getByRole('button', { name: 'Change email' }))
  expect(await screen.findByText('Incorrect password.')).toBeTruthy()
  responses['PUT /api/account/email'] = () =>
    Response.json({ ...unverified, pendingEmail: 'new@example.org' })
  await user.click(screen.getByRole('button', { name: 'Change email' }))
  expect(await screen.findByText(/link that we have sent to new@example.org/)).toBeTruthy()
})

test('settings: without mail nothing is said of verification, and the present address is no change', async () => {
  const unverified = { ...account, emailVerified: false }
  responses['GET /api/account'] = () => Response.json(unverified)
  responses['PUT /api/account/email'] = () => Response.json(unverified)
  const { user, toasts } = renderPage()
  expect(await screen.findByText(account.email ?? '')).toBeTruthy()
  expect(screen.queryByText('Not verified')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Change email' }))
  await user.type(screen.getByLabelText('New email'), account.email ?? '')
  await user.type(screen.getByLabelText('Password', { exact: true }), 'a long enough secret')
  await user.click(screen.getByRole('button', { name: 'Change email' }))
  await vi.waitFor(() => expect(toasts.get()?.title).toBe('Email not changed'))
})

test('settings: the archive of one’s data is prepared, and then there is a link', async () => {
  const pending = { ...noExport, state: 'pending', progress: 0.4 }
  responses['POST /api/account/export'] = () => Response.json(pending, { status: 202 })
  const { user } = renderPage()
  await screen.findByText(/An archive of all that is stored about you/)
  responses['GET /api/account/export'] = () =>
    Response.json({
      ...noExport,
      state: 'ready',
      progress: 1,
      url: '/api/account/export/x',
      bytes: 12e6,
    })
  await user.click(screen.getByRole('button', { name: 'Prepare' }))
  expect(await screen.findByRole('button', { name: 'Preparing 40%' })).toBeTruthy()
  const link = await screen.findByRole('link', { name: 'Download (11.4 MB)' }, { timeout: 10_000 })
  expect(link.getAttribute('href')).toBe('/api/account/export/x')
})

test('settings: preparing the archive again leaves the focus on its control', async () => {
  const ready = { ...noExport, state: 'ready', progress: 1, url: '/api/account/export/x' }
  responses['GET /api/account/export'] = () => Response.json(ready)
  responses['POST /api/account/export'] = () =>
    Response.json({ ...noExport, state: 'pending', progress: 0.4 }, { status: 202 })
  const { user } = renderPage()
  await user.click(await screen.findByRole('button', { name: 'Prepare again' }))
  expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Preparing 40%' }))
  const link = await screen.findByRole('link', { name: 'Download' }, { timeout: 10_000 })
  expect(document.activeElement).toBe(link)
})

test('settings: a passkey can be renamed and deleted, and one that is refused is explained', async () => {
  const passkey = {
    id: '6f6d8b0e-8f0c-4a53-9a39-0d6f1f6f3a10',
    name: 'Phone',
    createdAt: '2026-11-01T08:00:00.000Z',
    lastUsedAt: null,
  }
  responses['GET /api/account/passkeys'] = () => Response.json([passkey])
  responses['POST /api/account/passkeys/options'] = reject('You can have at most 20 passkeys.')
  vi.stubGlobal('PublicKeyCredential', class {})
  const { user } = renderPage()
  expect(await screen.findByText(/Never used/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add passkey' }))
  await user.type(screen.getByLabelText('Name'), 'Laptop')
  await user.click(screen.getByRole('button', { name: 'Add passkey' }))
  expect(await screen.findByText('You can have at most 20 passkeys.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))

  const path = `/api/account/passkeys/${passkey.id}`
  responses[`PUT ${path}`] = reject('Name is required')
  await user.click(screen.getByRole('button', { name: 'Rename Phone' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Name of Phone'))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rename Phone' }))
  await user.keyboard('{Enter}')
  await user.clear(screen.getByLabelText('Name of Phone'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Name is required')).toBeTruthy()
  responses[`PUT ${path}`] = () => Response.json({ ...passkey, name: 'Tablet' })
  responses['GET /api/account/passkeys'] = () => Response.json([{ ...passkey, name: 'Tablet' }])
  await user.type(screen.getByLabelText('Name of Phone'), 'Tablet')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.click(await screen.findByRole('button', { name: 'Delete Tablet' }))
  expect(calls).toContainEqual({ method: 'PUT', path, body: { name: 'Tablet' } })
  expect(calls).toContainEqual({ method: 'DELETE', path, body: undefined })
})

test('settings: without a network the page says so, and what is stored on this device can be removed', async () => {
  const { cache, paths } = testCache()
  const entry = { track: testTrack('t1'), bytes: 2_000_000, version: '', alone: true }
  await cache.put('/offline/tracks/t1', Response.json(entry))
  await cache.put('/api/tracks/t1/audio', new Response('audio'))
  vi.stubGlobal('caches', {
    has: async () => true,
    open: async () => cache,
    match: async () => new Response(),
  })
  vi.stubGlobal('BroadcastChannel', EventTarget)
  Object.assign(EventTarget.prototype, { postMessage() {} })
  const serviceWorker = Object.assign(new EventTarget(), { controller: {} })
  const locks = { request: (_: string, _options: object, task: () => unknown) => task() }
  vi.stubGlobal('navigator', { ...navigator, onLine: false, userAgent: '', serviceWorker, locks })
  responses['GET /api/auth/user'] = () => Response.json({ id: 'u1', displayName: 'Ines' })
  responses['GET /api/account'] = () => {
    throw new TypeError('Failed to fetch')
  }
  const { user, toasts } = renderPage()
  expect(await screen.findByText(/^You are offline/)).toBeTruthy()
  expect(await screen.findByText(/^1 track, 1.9 MB in all/)).toBeTruthy()
  const failure = vi.spyOn(cache, 'delete').mockRejectedValue(new DOMException('Failed.'))
  const removeAll = async () => {
    await user.click(screen.getByRole('button', { name: 'Remove all' }))
    const dialog = screen.getByRole('alertdialog', { name: 'Remove all from this device' })
    await user.click(within(dialog).getByRole('button', { name: 'Remove all' }))
  }
  await removeAll()
  await vi.waitFor(() =>
    expect(toasts.get()).toMatchObject({
      title: 'Not everything was removed from this device',
      text: 'The storage of this browser failed. Please try again.',
    }),
  )
  failure.mockRestore()
  let free = () => {}
  const isFree = new Promise<void>((resolve) => {
    free = resolve
  })
  locks.request = (_, _options, task) => isFree.then(task)
  await removeAll()
  const pending = await screen.findByRole('button', { name: 'Removing...' })
  expect(pending.getAttribute('aria-disabled')).toBe('true')
  free()
  expect(await screen.findByText('Nothing is stored on this device.')).toBeTruthy()
  expect(paths()).toEqual([])
})

test('settings: an administrator is warned that a new email address may end the role', async () => {
  responses['GET /api/auth/user'] = () =>
    Response.json({ id: 'admin', username: 'admin', displayName: 'Admin', isAdmin: true })
  const { user } = renderPage()
  await user.click(await screen.findByRole('button', { name: 'Change email' }))
  expect(await screen.findByText('Changing it may end your role as administrator.')).toBeTruthy()
})

test('settings: the player’s settings and the history are set on the page', async () => {
  responses['GET /api/library'] = () => Response.json({ historyEnabled: true, hasNewTracks: false })
  const { user, player, settings } = renderPage()
  await user.selectOptions(await screen.findByLabelText('Audio quality'), 'Original')
  await user.selectOptions(screen.getByLabelText('Speed'), '1.5×')
  await user.click(screen.getByRole('switch', { name: 'Level loudness' }))
  await user.click(screen.getByRole('switch', { name: 'Autoplay' }))
  expect(settings.get()).toEqual({ quality: 'original', levelLoudness: false })
  expect(player.state()).toMatchObject({ speed: 1.5, autoplay: true })
  await user.click(screen.getByRole('switch', { name: 'Keep history' }))
  expect(calls.at(-1)).toEqual({
    method: 'PUT',
    path: '/api/library/history-enabled',
    body: { enabled: false },
  })
})

test('settings: a switch that is pressed twice at once is saved twice, and shows what it was', async () => {
  const saved = { historyEnabled: true, hasNewTracks: false }
  responses['GET /api/library'] = () => Response.json(saved)
  const finish: (() => void)[] = []
  const put = 'PUT /api/library/history-enabled'
  responses[put] = () =>
    new Promise((resolve) => finish.push(() => resolve(new Response(null, { status: 204 }))))
  const { user } = renderPage()
  const history = await screen.findByRole('switch', { name: 'Keep history' })
  await waitFor(() => expect(history).toHaveProperty('disabled', false))
  await user.dblClick(history)
  expect(history.getAttribute('aria-checked')).toBe('true')
  for (const index of [0, 1]) {
    await waitFor(() => expect(finish[index]).toBeTruthy())
    finish[index]?.()
  }
  const bodies = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  await waitFor(() => expect(bodies()).toEqual([{ enabled: false }, { enabled: true }]))
  expect(history.getAttribute('aria-checked')).toBe('true')
})

test('settings: an API token is shown once, with what it may do, until it is revoked', async () => {
  const token = {
    id: 'a',
    name: 'Backup',
    scopes: ['read', 'upload'],
    createdAt: '2026-11-01T08:00:00.000Z',
    lastUsedAt: null,
  }
  const { user } = renderPage()
  responses['POST /api/account/tokens'] = () =>
    Response.json({ ...token, token: 'soundpost_x' }, { status: 201 })
  await user.click(await screen.findByRole('button', { name: 'Create API token' }))
  await user.type(screen.getByLabelText('Name of the script'), 'Backup')
  await user.click(screen.getByRole('checkbox', { name: 'Upload: new tracks' }))
  responses['GET /api/account/tokens'] = () => Response.json([token])
  await user.click(screen.getByRole('button', { name: 'Create API token' }))
  expect(await screen.findByText('soundpost_x')).toBeTruthy()
  expect(await screen.findByText(/^Read, Upload · Added/)).toBeTruthy()
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    name: 'Backup',
    scopes: ['read', 'upload'],
  })

  responses['GET /api/account/tokens'] = () => Response.json([])
  await user.click(screen.getByRole('button', { name: 'Revoke Backup' }))
  await vi.waitFor(() => expect(screen.queryByText('soundpost_x')).toBeNull())
})
