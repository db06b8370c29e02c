import { ApiError } from '#web/api/client.ts'
import type { Notice } from '#web/api/query-client.ts'
import { pluralize } from '#web/lib/format.ts'
import type { ToastText } from '#web/ui/toast/toast-store.ts'

/** Toasts of the admin dashboard. */

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

type Resource = 'track' | 'user'

export const failed = {
  update: (resource: Resource) => (error: Error) =>
    failure(
      'Update failed',
      serverMessage(error) ?? `Failed to update ${resource}. Please try again.`,
    ),
  delete: (resource: Resource) => (error: Error) =>
    failure(
      'Delete failed',
      serverMessage(error) ?? `Failed to delete ${resource}. Please try again.`,
    ),
  export: (error: Error) =>
    failure(
      'Export failed',
      error instanceof EmptyExportError
        ? 'No data available to export'
        : 'An error occurred while generating the CSV file',
    ),
}

export class EmptyExportError extends Error {}

function failure(title: string, text: string): Notice {
  return { title, text, tone: 'failure' }
}

function serverMessage(error: Error): string | undefined {
  return error instanceof ApiError ? error.serverMessage : undefined
}

/** It was deleted in the meantime. */
export function isNotFound(error: Error): boolean {
  return error instanceof ApiError && error.status === 404
}
