import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ReportedItem } from '#contract/reports.ts'
import { testUser } from '#web/components/testing/test-users.ts'
import { DialogHost } from '#web/ui/dialog-host.tsx'
import { createToastStore, ToastProvider } from '#web/ui/toast/toast-store.ts'
import { Queue } from './reports-page.tsx'

const user = testUser({ username: 'ines.calder', displayName: 'Ines Calder' })
const at = '2026-11-01T08:00:00.000Z'
const item: ReportedItem = {
  id: '6a1c1e7e-3b53-4d0d-8d4e-d1f3f6a1c001',
  kind: 'user',
  isOpen: true,
  reportedAt: at,
  track: null,
  comment: null,
  note: null,
  playlist: null,
  user,
  isUserSuspended: false,
  isUserAdmin: false,
  reportCount: 3,
  reports: [
    { id: 'r1', reason: 'hateful', text: 'In the bio.', at, reporter: null },
    {
      id: 'r2',
      reason: 'spam',
      text: null,
      at,
      reporter: { ...user, id: 'r', displayName: 'Maren Holt' },
    },
  ],
  nextReports: 'c1',
  decisions: [],
}
const decided: ReportedItem = {
  ...item,
  isOpen: false,
  decisions: [
    { id: 'd1', decision: 'dismiss', reason: 'It is a quote.', at, actor: user, undoneAt: null },
  ],
}

function renderPage({ isWide = false } = {}) {
  vi.stubGlobal('matchMedia', () => ({
    matches: isWide,
    addEventListener() {},
    removeEventListener() {},
  }))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <ToastProvider value={createToastStore()}>
        <DialogHost>
          <Queue />
        </DialogHost>
      </ToastProvider>
    </QueryClientProvider>,
  )
}

test('reports page: a moderator dismisses an entry and undoes the decision from the history', async () => {
  let isOpen = true
  const calls: string[] = []
  let lists = 0
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'GET') {
      calls.push(`${method} ${path}`)
      isOpen = method === 'DELETE'
      return Response.json(isOpen ? item : decided)
    }
    if (path.endsWith('/count')) return Response.json({ open: isOpen ? 1 : 0 })
    if (path.includes('state=')) lists += 1
    const shown = path.includes('state=open') === isOpen
    return Response.json(shown ? [isOpen ? item : decided] : [])
  })
  renderPage()
  const pointer = userEvent.setup()
  expect(await screen.findByRole('link', { name: /Reports\s*1 open/ })).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Ines Calder' })).toBeTruthy()
  expect(screen.getByText('Hateful or violent')).toBeTruthy()
  expect(screen.getByText('In the bio.')).toBeTruthy()
  expect(screen.getByText(/Deleted user/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Maren Holt' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
  const path = `/api/admin/reports/${item.id}/decision`
  await pointer.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(await screen.findByText(/^Nothing to decide/)).toBeTruthy()
  // An empty list would be a line below the text.
  expect(screen.queryByRole('list')).toBeNull()
  await pointer.click(screen.getByRole('button', { name: 'Decided' }))
  expect(await screen.findByText(/It is a quote\./)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull()
  await pointer.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('No decisions yet')).toBeTruthy()
  expect(calls).toEqual([`POST ${path}`, `DELETE ${path}`])
  // A decision does not load the pages again that the moderator has seen.
  expect(lists).toBe(2)
})

test('reports page: an undone entry is in the open list, also if that was opened before the response', async () => {
  const undo = Promise.withResolvers<void>()
  let isOpen = false
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'DELETE') {
      await undo.promise
      isOpen = true
      return Response.json(item)
    }
    if (path.endsWith('/count')) return Response.json({ open: isOpen ? 1 : 0 })
    const shown = path.includes('state=open') === isOpen
    return Response.json(shown ? [isOpen ? item : decided] : [])
  })
  renderPage()
  const pointer = userEvent.setup()
  await pointer.click(screen.getByRole('button', { name: 'Decided' }))
  await pointer.click(await screen.findByRole('button', { name: 'Undo' }))
  await pointer.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findByText(/^Nothing to decide/)).toBeTruthy()
  undo.resolve()
  expect(await screen.findByText('In the bio.')).toBeTruthy()
})

test('reports page: the earlier reports of an entry are loaded by button, also after an error', async () => {
  const pages: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.endsWith('/count')) return Response.json({ open: 1 })
    if (!path.includes(`/${item.id}/reports`)) return Response.json([item])
    pages.push(path)
    if (pages.length === 1) return Response.json({ message: 'Busy' }, { status: 503 })
    return Response.json([
      { id: 'r3', reason: 'other', text: 'The first one.', at, reporter: null },
    ])
  })
  renderPage()
  const pointer = userEvent.setup()
  expect(await screen.findByText('2 of 3 reports')).toBeTruthy()
  expect(pages).toEqual([])
  await pointer.click(screen.getByRole('button', { name: 'Show more' }))
  await pointer.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('The first one.')).toBeTruthy()
  expect(screen.getByText('In the bio.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  expect(new Set(pages)).toEqual(
    new Set([`/api/admin/reports/${item.id}/reports?limit=100&cursor=c1`]),
  )
})

test('reports page: once a user is suspended, their other entries say so and do not offer it again', async () => {
  const other: ReportedItem = { ...item, id: '6a1c1e7e-3b53-4d0d-8d4e-d1f3f6a1c002' }
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'POST') return Response.json({ ...decided, isUserSuspended: true })
    if (path.endsWith('/count')) return Response.json({ open: 1 })
    return Response.json(path.includes('state=open') ? [item, other] : [])
  })
  renderPage()
  const pointer = userEvent.setup()
  const [first] = await screen.findAllByRole('button', { name: 'Suspend user' })
  await pointer.click(first as HTMLElement)
  const dialog = within(await screen.findByRole('dialog', {}, { timeout: 5000 }))
  await pointer.type(dialog.getByLabelText('Reason'), 'Spam.')
  await pointer.click(dialog.getByRole('button', { name: 'Suspend user' }))
  expect(await screen.findByText('User suspended')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Dismiss' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Suspend user' })).toBeNull()
})

test('reports page: after a decision the focus is on the next entry, the one before, or the list', async () => {
  const names = ['First', 'Second', 'Third']
  const entries = names.map((displayName, at) => ({
    ...item,
    id: `6a1c1e7e-3b53-4d0d-8d4e-d1f3f6a1c01${at}`,
    user: { ...user, id: `u${at}`, displayName },
  }))
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    const decidedEntry = entries.find(({ id }) => path.includes(id))
    if (method === 'POST') return Response.json({ ...decidedEntry, isOpen: false })
    if (path.endsWith('/count')) return Response.json({ open: 3 })
    return Response.json(path.includes('state=open') ? entries : [])
  })
  renderPage()
  const keyboard = userEvent.setup()
  const focused = () => document.activeElement?.getAttribute('aria-label')
  const entry = async (name: string) => within(await screen.findByRole('article', { name }))
  ;(await entry('Second')).getByRole('button', { name: 'Dismiss' }).focus()
  await keyboard.keyboard('{Enter}')
  await vi.waitFor(() => expect(focused()).toBe('Third'))
  ;(await entry('Third')).getByRole('button', { name: 'Suspend user' }).focus()
  await keyboard.keyboard('{Enter}')
  const dialog = within(await screen.findByRole('dialog', {}, { timeout: 5000 }))
  await keyboard.type(dialog.getByLabelText('Reason'), 'Spam.')
  await keyboard.click(dialog.getByRole('button', { name: 'Suspend user' }))
  await vi.waitFor(() => expect(focused()).toBe('First'))
  ;(await entry('First')).getByRole('button', { name: 'Dismiss' }).focus()
  await keyboard.keyboard('{Enter}')
  await vi.waitFor(() => expect(focused()).toBe('Reports'))
})

test('reports page: suspending an administrator is not offered', async () => {
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path.endsWith('/count') ? { open: 1 } : [{ ...item, isUserAdmin: true }]),
  )
  renderPage()
  expect(await screen.findByRole('button', { name: 'Dismiss' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Suspend user' })).toBeNull()
})

test('reports page: on wide screens the list is beside one case, and digits decide on it', async () => {
  const names = ['First', 'Second']
  const entries = names.map((displayName, at) => ({
    ...item,
    id: `6a1c1e7e-3b53-4d0d-8d4e-d1f3f6a1c01${at}`,
    user: { ...user, id: `u${at}`, displayName },
  }))
  const decisions: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    const decidedEntry = entries.find(({ id }) => path.includes(id))
    if (method === 'POST') {
      decisions.push(JSON.parse(String(body)))
      return Response.json({ ...decidedEntry, isOpen: false })
    }
    if (path.endsWith('/count')) return Response.json({ open: 2 })
    if (path.includes('/users/')) return Response.json({ message: 'Gone' }, { status: 404 })
    return Response.json(path.includes('state=open') ? entries : [])
  })
  renderPage({ isWide: true })
  const keyboard = userEvent.setup()
  expect(await screen.findByRole('article', { name: 'First' })).toBeTruthy()
  await keyboard.click(screen.getByRole('button', { name: /^Second/ }))
  expect(screen.getByRole('article').getAttribute('aria-label')).toBe('Second')
  await keyboard.keyboard('1')
  expect(await screen.findByRole('article', { name: 'First' })).toBeTruthy()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('First')
  expect(decisions).toEqual([{ decision: 'dismiss' }])
  // A user cannot be removed, which is the key 2.
  await keyboard.keyboard('23')
  const dialog = await screen.findByRole('dialog', { name: 'Suspend user' }, { timeout: 5000 })
  await keyboard.type(within(dialog).getByLabelText('Reason'), '1')
  expect(decisions).toHaveLength(1)
})

test('reports page: on wide screens the focus stays on the page after the last decision', async () => {
  let isOpen = true
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'POST') {
      isOpen = false
      return Response.json({ ...item, isOpen })
    }
    if (path.endsWith('/count')) return Response.json({ open: 1 })
    return Response.json(isOpen && path.includes('state=open') ? [item] : [])
  })
  renderPage({ isWide: true })
  const keyboard = userEvent.setup()
  expect(await screen.findByRole('article')).toBeTruthy()
  await keyboard.keyboard('1')
  expect(await screen.findByRole('heading', { name: 'Nothing to decide' })).toBeTruthy()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Reports')
})
