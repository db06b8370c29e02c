import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { trackQuery } from '#web/api/tracks.ts'
import {
  type Handlers,
  json,
  renderWithProviders,
  status,
} from '#web/components/testing/render-with-providers.tsx'
import { testTrack } from '#web/features/player/test-track.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { readDraft } from '#web/ui/draft-persistence.ts'
import { ResumedTrackEdit } from './resumed-track-edit.tsx'
import { TrackMenu } from './track-menu.tsx'

const hinge = testTrack('hinge', {
  ...{ title: 'Hinge', genre: 'folk', tags: ['tape'] },
  description: 'Tape, and',
})
/** The list has only the start of its description. */
const whole = { ...hinge, description: 'Tape, and a hinge.', credits: [] }
const owner = { id: hinge.userId, username: 'maren', displayName: 'Maren', isAdmin: false }

/** Renders the menu of a track and what restores a draft, as on the pages of the owner. */
function renderMenu(handlers: Handlers = {}) {
  const all: Handlers = {
    'GET /api/auth/user': json(owner),
    'GET /api/tracks/slug/track-hinge': json(whole),
    ...handlers,
  }
  const element = (
    <>
      <TrackMenu track={hinge} />
      <ResumedTrackEdit />
    </>
  )
  return { handlers: all, ...renderWithProviders(element, { handlers: all }) }
}

type Rendered = ReturnType<typeof renderMenu>

const options = () => screen.getByRole('button', { name: 'Options for Hinge' })

async function choose({ user }: Rendered, item: string) {
  await user.click(options())
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

const editForm = async () => within(await screen.findByRole('dialog', { name: 'Edit Track' }))

const queueItems = ['Play next', 'Add to queue']
const items = ['Like', 'Share', 'Copy link', 'Go to artist', 'Embed']

test.each([
  ['a visitor', status(401), [...queueItems, ...items, 'Report']],
  [
    'another user',
    json({ ...owner, id: 'listener' }),
    [...queueItems, 'Add to playlist', ...items, 'Report'],
  ],
  [
    'the owner',
    json(owner),
    [
      'Edit Track',
      'Statistics',
      'Pin to profile',
      'Credits',
      'Replace audio',
      'Change Artwork',
      'Delete Track',
      ...queueItems,
      'Add to playlist',
      ...items.slice(0, -1),
      'Download',
      'Embed',
    ],
  ],
])('track menu: it offers %s what they may do', async (_, session, items) => {
  const { user, requests } = renderMenu({ 'GET /api/auth/user': session })
  await waitFor(() => expect(requests).toHaveLength(1))
  await user.click(options())
  await waitFor(() =>
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(items),
  )
})

test('track menu: a track of an album leads to it', async () => {
  const release = { id: 'thaw', slug: 'thaw', title: 'Thaw', type: 'album', position: 0 } as const
  const { user } = renderWithProviders(<TrackMenu track={{ ...hinge, release }} />, {
    handlers: { 'GET /api/auth/user': status(401) },
  })
  await user.click(options())
  await user.click(await screen.findByRole('menuitem', { name: 'Go to album' }))
  expect(location.pathname).toBe('/album/thaw')
  // On the page of the album there is nowhere to go.
  await user.click(options())
  await screen.findByRole('menuitem', { name: 'Go to artist' })
  expect(screen.queryByRole('menuitem', { name: 'Go to album' })).toBeNull()
})

test('track edit dialog: an invalid field is focused and says why until it is corrected', async () => {
  const rendered = renderMenu()
  await choose(rendered, 'Edit Track')
  const form = await editForm()
  for (const [label, value, message] of [
    [/^Title/, ' ', 'Title is required'],
    [/^Spotify URL/, 'spotify', 'Please enter a valid URL'],
    [/^Apple Music URL/, 'ftp://x.example', 'Please enter a valid URL'],
    [/^Tags/, 'x'.repeat(51), 'Tag must be less than 50 characters'],
  ] as const) {
    const field = form.getByLabelText<HTMLInputElement>(label)
    const before = field.value
    fireEvent.change(field, { target: { value } })
    fireEvent.click(form.getByText('Save Changes'))
    await form.findByText(message)
    expect(document.activeElement).toBe(field)
    fireEvent.change(field, { target: { value: before } })
    await waitFor(() => expect(form.queryByText(message)).toBeNull())
  }
  const calls = rendered.requests.map(({ call }) => call)
  expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([])
})

test('track edit dialog: a failed save is reported and retains the values and the focus', async () => {
  const rendered = renderMenu()
  const { handlers, toasts } = rendered
  await choose(rendered, 'Edit Track')
  const form = await editForm()
  const title = form.getByLabelText<HTMLInputElement>(/^Title/)
  fireEvent.change(title, { target: { value: 'Hinge, again' } })
  const save = form.getByText('Save Changes')
  const failures = [403, 404, 409, 500].map((code) => () => new Response('', { status: code }))
  for (const fail of [...failures, () => Promise.reject(new TypeError('aborted'))]) {
    const failed = Promise.withResolvers<void>()
    handlers['PUT /api/tracks/hinge'] = async () => {
      failed.resolve()
      return fail()
    }
    const before = toasts.get()
    save.focus()
    fireEvent.click(save)
    await failed.promise
    await waitFor(() => expect(toasts.get()).not.toBe(before))
    expect(toasts.get()).toMatchObject({
      title: 'Error',
      text: 'Failed to update track. Please try again.',
    })
    await waitFor(() => expect(save.textContent).toBe('Save Changes'))
    expect(document.activeElement).toBe(save)
    expect(title.value).toBe('Hinge, again')
  }
})

test('track edit dialog: the draft of an expired session is restored once, and a discarded edit never', async () => {
  const rendered = renderMenu({ 'PUT /api/tracks/hinge': status(401) })
  const { user } = rendered
  await choose(rendered, 'Edit Track')
  let form = await editForm()
  fireEvent.change(form.getByLabelText(/^Title/), { target: { value: 'Typed and discarded' } })
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(readDraft(draftKeys.track)).toBeNull()

  await choose(rendered, 'Edit Track')
  form = await editForm()
  expect(form.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Hinge')
  fireEvent.change(form.getByLabelText(/^Description/), { target: { value: 'Typed before' } })
  fireEvent.click(form.getByText('Save Changes'))
  await waitFor(() => expect(rendered.signInAgain).toHaveBeenCalled())
  expect(rendered.toasts.get()?.text).toBe('You are logged out. Logging in again...')

  const description = async () =>
    (await editForm()).getByLabelText<HTMLTextAreaElement>(/^Description/).value
  cleanup()
  renderMenu()
  expect(await description()).toBe('Typed before')
  cleanup()
  const next = renderMenu()
  await choose(next, 'Edit Track')
  expect(await description()).toBe('Tape, and a hinge.')
})

test('track edit dialog: what its owner typed before the session expired is not shown to the next user', async () => {
  const rendered = renderMenu({ 'PUT /api/tracks/hinge': status(401) })
  await choose(rendered, 'Edit Track')
  const form = await editForm()
  fireEvent.change(form.getByLabelText(/^Title/), { target: { value: 'Working title' } })
  fireEvent.click(form.getByText('Save Changes'))
  await waitFor(() => expect(rendered.signInAgain).toHaveBeenCalled())
  cleanup()
  const administrator = { ...owner, id: 'admin', isAdmin: true }
  const next = renderMenu({ 'GET /api/auth/user': json(administrator) })
  await next.user.click(options())
  await screen.findByRole('menuitem', { name: 'Edit Track' })
  expect(screen.queryByDisplayValue('Working title')).toBeNull()
  expect(screen.queryByRole('dialog', { name: 'Edit Track' })).toBeNull()
})

test('track edit dialog: what it sends back was loaded when it opened, also if a list is cached', async () => {
  const rendered = renderMenu({ 'PUT /api/tracks/hinge': json(whole) })
  // As tracks that are stored for offline listening are.
  rendered.queryClient.setQueryData(trackQuery('track-hinge').queryKey, hinge)
  await choose(rendered, 'Edit Track')
  fireEvent.click((await editForm()).getByText('Save Changes'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = rendered.requests.find(({ call }) => call === 'PUT /api/tracks/hinge')
  expect(sent?.body).toMatchObject({ title: 'Hinge', description: 'Tape, and a hinge.' })
})

test('track artwork: a file that is too large or no image is not uploaded, and a failed upload is reported', async () => {
  const rendered = renderMenu({ 'POST /api/objects/upload': status(500) })
  const { toasts, user } = rendered
  await user.click(options())
  const input = await screen.findByLabelText<HTMLInputElement>('Artwork of Hinge')
  const select = (name: string, bytes: number) =>
    fireEvent.change(input, { target: { files: [new File([new Uint8Array(bytes)], name)] } })
  select('sleeve.png', 5_242_881)
  expect(toasts.get()).toMatchObject({ title: 'Error', text: 'File size must be less than 5MB' })
  select('sleeve.svg', 6)
  expect(toasts.get()).toMatchObject({ title: 'Error', text: 'Please select a valid image file' })
  expect(rendered.requests.filter(({ call }) => !call.startsWith('GET'))).toEqual([])
  select('sleeve.webp', 8)
  await waitFor(() =>
    expect(toasts.get()?.text).toBe('Failed to update artwork. Please try again.'),
  )
})

test('track deletion: the dialog asks first, and after a failure it stays open with the focus', async () => {
  const rendered = renderMenu({ 'DELETE /api/tracks/hinge': status(500) })
  const { toasts, user } = rendered
  await choose(rendered, 'Delete Track')
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Track' })
  expect(dialog.textContent).toContain(
    'Are you sure you want to delete "Hinge"? This action cannot be undone and will remove the track and all associated likes and comments.',
  )
  const confirm = within(dialog).getByRole('button', { name: 'Delete Track' })
  await user.click(confirm)
  await waitFor(() =>
    expect(toasts.get()).toMatchObject({
      title: 'Error',
      text: 'Failed to delete track. Please try again.',
    }),
  )
  await waitFor(() => expect(document.activeElement).toBe(confirm))
})
