import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  type Handlers,
  json,
  renderWithProviders,
  status,
} from '#web/components/testing/render-with-providers.tsx'
import { testTrack } from '#web/features/player/test-track.ts'
import { Comments } from './comments.tsx'

const hinge = testTrack('hinge', { title: 'Hinge' })
const person = (id: string, displayName: string) => ({ id, username: id, displayName })
const viewer = { ...person('ines', 'Ines'), isAdmin: false }
const visitor = status(401)
const comment = {
  ...{ id: 'c1', trackId: 'hinge', text: 'Lovely.', position: null, isArtist: false },
  ...{ user: person('maren', 'Maren'), createdAt: '2026-05-01T10:00:00Z', editedAt: null },
  ...{ isPinned: false, canEdit: false, canDelete: false, replies: [] },
}

/** As a page that is loaded again, in the same tab. */
function renderComments(session: () => Response, handlers: Handlers = {}) {
  return renderWithProviders(<Comments track={hinge} />, {
    handlers: {
      'GET /api/auth/user': session,
      'GET /api/tracks/hinge/comments': json([comment]),
      'GET /api/tracks/hinge/comments/overview': json({ count: 1, isClosed: false, moments: [] }),
      ...handlers,
    },
  })
}

type Rendered = ReturnType<typeof renderComments>

const field = (name: string) => screen.findByRole<HTMLTextAreaElement>('textbox', { name })
const press = async ({ user }: Rendered, name: string) =>
  user.click(await screen.findByRole('button', { name }))
const sent = ({ requests }: Rendered) =>
  requests.filter(({ call }) => !call.startsWith('GET')).map(({ body }) => body)

/** Follows the toast to the sign-in page, which returns to a page that is loaded anew. */
async function signIn({ toasts }: Rendered) {
  const [action] = toasts.get()?.actions ?? []
  if (!action || !('onClick' in action)) throw new Error('The toast leads nowhere.')
  action.onClick()
  await waitFor(() => expect(location.assign).toHaveBeenCalled())
  cleanup()
}

const created = { 'POST /api/tracks/hinge/comments': json({ ...comment, id: 'c2' }) }

beforeEach(() => {
  sessionStorage.clear()
  vi.spyOn(location, 'assign').mockReturnValue()
})

test('comments: what a visitor wrote is posted once they have signed in', async () => {
  const before = renderComments(visitor)
  await before.user.type(await field('Comment'), 'What a bass line')
  await press(before, 'Post comment')
  expect(before.toasts.get()).toMatchObject({
    title: 'Sign in required',
    text: 'You need to sign in to comment on tracks.',
  })
  await signIn(before)
  expect(location.assign).toHaveBeenCalledExactlyOnceWith(
    '/api/login?returnTo=%2F&reason=comment&subject=hinge',
  )
  const after = renderComments(json(viewer), created)
  await waitFor(() => expect(sent(after)).toEqual([{ text: 'What a bass line', position: null }]))
  await waitFor(async () => expect((await field('Comment')).value).toBe(''))
  cleanup()
  const again = renderComments(json(viewer), created)
  expect((await field('Comment')).value).toBe('')
  expect(sent(again)).toEqual([])
})

test('comments: what a visitor wrote is still there if they sign in elsewhere on the page', async () => {
  const before = renderComments(visitor)
  await before.user.type(await field('Comment'), 'What a bass line')
  cleanup()
  const after = renderComments(json(viewer))
  expect((await field('Comment')).value).toBe('What a bass line')
  expect(sent(after)).toEqual([])
})

test('comments: what a user wrote is not shown to the next one in the same tab', async () => {
  const before = renderComments(json(viewer))
  await screen.findByRole('button', { name: 'Post comment' })
  await waitFor(() => expect(before.requests.length).toBeGreaterThan(0))
  await before.user.type(await field('Comment'), 'Mine')
  cleanup()
  renderComments(json({ ...viewer, id: 'maren' }))
  expect((await field('Comment')).value).toBe('')
})

test('comments: what a visitor wrote is that of the user who signed in, and not of the next one', async () => {
  const before = renderComments(visitor)
  await before.user.type(await field('Comment'), 'What a bass line')
  cleanup()
  for (const [id, text] of [
    ['ines', 'What a bass line'],
    ['maren', ''],
  ]) {
    renderComments(json({ ...viewer, id }))
    // The avatar of the user, beside the field.
    await waitFor(() => expect(document.querySelector('form .tablet\\:block')).not.toBeNull())
    expect((await field('Comment')).value).toBe(text)
    cleanup()
  }
})

test('comments: a refused one stays in its field with the reason', async () => {
  const before = renderComments(visitor)
  await before.user.type(await field('Comment'), 'First!')
  await press(before, 'Post comment')
  await signIn(before)
  const message = 'You have said that already.'
  renderComments(json(viewer), { 'POST /api/tracks/hinge/comments': status(409, { message }) })
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect((await field('Comment')).value).toBe('First!')
})

test('comments: a reply of a visitor is posted once they have signed in', async () => {
  const before = renderComments(visitor)
  await press(before, 'Reply to Maren')
  await before.user.type(await field('Reply to Maren'), 'Indeed')
  await press(before, 'Reply')
  await signIn(before)
  const after = renderComments(json(viewer), created)
  await waitFor(() =>
    expect(sent(after)).toEqual([{ text: 'Indeed', position: null, parentId: 'c1' }]),
  )
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /^Reply/ })).toBeNull())
})

test('comments: a cancelled reply is gone', async () => {
  const before = renderComments(json(viewer))
  await press(before, 'Reply to Maren')
  await before.user.type(await field('Reply to Maren'), 'Hm')
  await press(before, 'Cancel')
  await press(before, 'Reply to Maren')
  expect((await field('Reply to Maren')).value).toBe('')
})

test('comments: an edit that met an expired session is open again after signing in', async () => {
  const own = { ...comment, user: viewer, canEdit: true }
  const list = { 'GET /api/tracks/hinge/comments': json([own]) }
  const before = renderComments(json(viewer), { ...list, 'PUT /api/comments/c1': status(401) })
  await press(before, 'More about the comment by Ines')
  await before.user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const editing = screen.getAllByRole('textbox', { name: 'Comment' })[1]
  await before.user.type(editing as HTMLElement, ' And sad.')
  await press(before, 'Save')
  await waitFor(() => expect(before.signInAgain).toHaveBeenCalled())
  cleanup()
  renderComments(json(viewer), list)
  expect(await screen.findByDisplayValue('Lovely. And sad.')).toBeTruthy()
})
