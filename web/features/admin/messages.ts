import { ApiError } from '#web/api/client.ts'
import type { Notice } from '#web/api/query-client.ts'
import { pluralize } from '#web/lib/format.ts'
import type { ToastText } from '#web/ui/toast/toast-store.ts'

/** What the administrator is told. */

export const done = {
  trackUpdated: { title: 'Track updated!', tone: 'success' },
  trackDeleted: { title: 'Track deleted!', tone: 'success' },
  userUpdated: { title: 'User updated', tone: 'success' },
  userDeleted: { title: 'User deleted', tone: 'success' },
  analyticsExported: { title: 'Analytics exported', tone: 'success' },
} satisfies Record<string, ToastText>

export const exported = (title: string, count: number, noun: string): ToastText => ({
  title,
  text: pluralize(count, noun),
  tone: 'success',
})

type What = 'track' | 'user'

export const failed = {
  update: (what: What) => (error: Error) =>
    failure('Update failed', said(error) ?? `Failed to update ${what}. Please try again.`),
  delete: (what: What) => (error: Error) =>
    failure('Delete failed', said(error) ?? `Failed to delete ${what}. Please try again.`),
  export: (error: Error) =>
    failure(
      'Export failed',
      error instanceof NothingToExport
        ? 'No data available to export'
        : 'An error occurred while generating the CSV file',
    ),
}

export class NothingToExport extends Error {}

function failure(title: string, text: string): Notice {
  return { title, text, tone: 'failure' }
}

function said(error: Error): string | undefined {
  return error instanceof ApiError ? error.serverMessage : undefined
}

/** Not there any more, such as when somebody else has deleted it. */
export function isGone(error: Error): boolean {
  return error instanceof ApiError && error.status === 404
}
