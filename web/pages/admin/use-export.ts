import { useMutation } from '@tanstack/react-query'
import type { Analytics } from '#contract/admin.ts'
import { type AuditFilter, fetchAllAudit, fetchAllTracks, fetchAllUsers } from '#web/api/admin.ts'
import type { ToastText } from '#web/ui/toast/toast-store.ts'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { type CsvRow, csvFile, csvFileName, downloadCsv } from './csv.ts'
import { analyticsRows, auditRows, trackRows, userRows } from './csv-rows.ts'
import { done, EmptyExportError, exported, failed } from './messages.ts'

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
    meta: { onFailure: failed.export },
    onSuccess: (toast) => toasts.show(toast),
  })
}

/** Exports all tracks that match the search, not only those loaded. */
export function useTracksExport(q: string) {
  return useExport('tracks', async () => {
    const tracks = await fetchAllTracks(q)
    if (tracks.length === 0) return null
    return {
      rows: trackRows(tracks),
      toast: exported('Tracks exported', tracks.length, 'track'),
    }
  })
}

export function useUsersExport(q: string) {
  return useExport('users', async () => {
    const users = await fetchAllUsers(q)
    if (users.length === 0) return null
    return { rows: userRows(users), toast: exported('Users exported', users.length, 'user') }
  })
}

export function useAuditExport(filter: AuditFilter) {
  return useExport('audit', async () => {
    const entries = await fetchAllAudit(filter)
    if (entries.length === 0) return null
    return {
      rows: auditRows(entries),
      toast: exported('Audit log exported', entries.length, 'action'),
    }
  })
}

export function useAnalyticsExport(analytics: Analytics | undefined) {
  return useExport('analytics', async () =>
    analytics && analytics.totalTracks > 0
      ? { rows: analyticsRows(analytics), toast: done.analyticsExported }
      : null,
  )
}
