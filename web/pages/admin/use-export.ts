import { useMutation } from '@tanstack/react-query'
import type { Analytics } from '#contract/admin.ts'
import {
  type AuditFilter,
  fetchAllAudit,
  fetchAllTracks,
  fetchAllUsers,
  type TrackFilter,
} from '#web/api/admin.ts'
import { type CsvRow, csvFile, csvFileName, downloadCsv } from '#web/lib/csv.ts'
import { pluralize } from '#web/lib/format.ts'
import { type ToastText, useToasts } from '#web/ui/toast/toast-store.ts'
import { analyticsRows, auditRows, trackRows, userRows } from './csv-rows.ts'

class EmptyExportError extends Error {}

type Export = { rows: CsvRow[]; toast: ToastText }

/** Downloads the rows that `collect` returns; null means that there is nothing to export. */
function useExport(subject: string, collect: () => Promise<Export | null>) {
  const toasts = useToasts()
  return useMutation({
    mutationFn: async () => {
      const collected = await collect()
      if (!collected) throw new EmptyExportError()
      downloadCsv(csvFileName(subject, new Date()), csvFile(collected.rows))
      return collected.toast
    },
    meta: {
      onFailure: (error) => ({
        title: 'Export failed',
        text:
          error instanceof EmptyExportError
            ? 'No data available to export'
            : 'An error occurred while generating the CSV file',
      }),
    },
    onSuccess: (toast) => toasts.show({ ...toast, tone: 'success' }),
  })
}

/** Exports all items that match the search, not only those loaded. */
function useListExport<Item>(
  subject: string,
  noun: string,
  fetchAll: () => Promise<Item[]>,
  toRows: (items: Item[]) => CsvRow[],
) {
  return useExport(subject.split(' ')[0]?.toLowerCase() ?? '', async () => {
    const items = await fetchAll()
    if (items.length === 0) return null
    return {
      rows: toRows(items),
      toast: { title: `${subject} exported`, text: pluralize(items.length, noun) },
    }
  })
}

export const useTracksExport = (q: string, filter: TrackFilter) =>
  useListExport('Tracks', 'track', () => fetchAllTracks(q, filter), trackRows)

export const useUsersExport = (q: string) =>
  useListExport('Users', 'user', () => fetchAllUsers(q), userRows)

export const useAuditExport = (filter: AuditFilter) =>
  useListExport('Audit log', 'action', () => fetchAllAudit(filter), auditRows)

export function useAnalyticsExport(analytics: Analytics | undefined) {
  return useExport('analytics', async () =>
    analytics && analytics.totalTracks > 0
      ? { rows: analyticsRows(analytics), toast: { title: 'Analytics exported' } }
      : null,
  )
}
