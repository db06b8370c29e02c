import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { AuditEntry } from '#contract/audit.ts'
import { createToastStore, ToastProvider } from '#web/ui/toast/toast-store.ts'
import { AuditLog } from './audit-page.tsx'

const entry: AuditEntry = {
  id: '6a1c1e7e-3b53-4d0d-8d4e-d1f3f6a1c001',
  at: '2026-11-01T08:00:00.000Z',
  actor: { id: '0b9f8a54-6c0e-4a7e-9d5b-2f3f0c3a1b11', name: 'Ines Calder' },
  action: 'track.update',
  target: { kind: 'track', id: '0b9f8a54-6c0e-4a7e-9d5b-2f3f0c3a1b12', name: '=1+1' },
  detail: 'title, privacy',
}

test.each<[AuditEntry['action'], string, string]>([
  ['report.undo', 'suspend', 'It was a suspension.'],
  ['report.undo', 'remove', 'It was a removal.'],
  ['report.remove', 'Spam', 'Reason: Spam'],
  ['track.update', 'artworkUrl, publishAt, isrc', 'Changed: artwork, scheduled time, ISRC.'],
])('audit page: the detail of %s is said in words', async (action, detail, text) => {
  vi.stubGlobal('fetch', async () => Response.json([{ ...entry, action, detail }]))
  renderLog()
  await screen.findByRole('link', { name: '=1+1' })
  expect(screen.getByRole('listitem').textContent).toContain(text)
})

test('audit page: it lists who did what, filters by action and name, and exports what matches as CSV', async () => {
  const urls: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    urls.push(url)
    return Response.json(url.includes('action=user.delete') ? [] : [entry])
  })
  const blobs: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob)
    return 'blob:audit'
  })
  const fileNames: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    fileNames.push(this.download)
  })
  const toasts = renderLog()
  const user = userEvent.setup()
  expect(await screen.findByRole('link', { name: '=1+1' })).toBeTruthy()
  expect(screen.getByRole('listitem').textContent).toContain(
    'Ines Calder edited the track =1+1. Changed: title, privacy.',
  )
  await user.type(screen.getByRole('searchbox'), 'ines')
  await vi.waitFor(() => expect(urls.at(-1)).toContain('q=ines'))
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await vi.waitFor(() => expect(fileNames[0]).toMatch(/^audit-.+\.csv$/))
  const lines = (await blobs[0]?.text())?.split('\r\n')
  expect(lines?.[1]).toBe(
    `${entry.id},${entry.at},Ines Calder,${entry.actor.id},track.update,'=1+1,track,${entry.target.id},"title, privacy"`,
  )
  expect(toasts.get()).toMatchObject({ title: 'Audit log exported', text: '1 action' })
  await user.selectOptions(screen.getByLabelText('Action'), 'Deleted a user')
  expect(await screen.findByText('No entries')).toBeTruthy()
})

function renderLog() {
  const toasts = createToastStore()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider value={toasts}>
        <AuditLog />
      </ToastProvider>
    </QueryClientProvider>,
  )
  return toasts
}
