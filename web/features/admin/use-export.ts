import { useMutation } from '@tanstack/react-query'
import type { Analytics } from '#contract/admin.ts'
import { fetchAllTracks, fetchAllUsers } from '#web/api/admin.ts'
import type { ToastText } from '#web/ui/toast/toast-store.ts'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { type CsvRow, csvFile, csvName } from './csv.ts'
import { done, exported, failed, NothingToExport } from './messages.ts'
import { analyticsReport, tracksReport, usersReport } from './reports.ts'
import { saveFile } from './save-file.ts'

type Export = { rows: CsvRow[]; told: ToastText }

/** Makes a file of what `collect` answers; null where there is nothing to put into it. */
function useExport(subject: string, collect: () => Promise<Export | null>) {
  const toasts = useToasts()
  return useMutation({
    mutationFn: async () => {
      const collected = await collect()
      if (!collected) throw new NothingToExport()
      saveFile(csvName(subject, new Date()), csvFile(collected.rows))
      return collected.told
    },
    meta: { onFailure: failed.export },
    onSuccess: (told) => toasts.show(told),
  })
}

/** All tracks that the search finds, not only those on screen. */
export function useTracksExport(q: string) {
  return useExport('tracks', async () => {
    const tracks = await fetchAllTracks(q)
    if (tracks.length === 0) return null
    return {
      rows: tracksReport(tracks),
      told: exported('Tracks exported', tracks.length, 'track'),
    }
  })
}

export function useUsersExport(q: string) {
  return useExport('users', async () => {
    const users = await fetchAllUsers(q)
    if (users.length === 0) return null
    return { rows: usersReport(users), told: exported('Users exported', users.length, 'user') }
  })
}

export function useAnalyticsExport(analytics: Analytics | undefined) {
  return useExport('analytics', async () =>
    analytics && analytics.totalTracks > 0
      ? { rows: analyticsReport(analytics), told: done.analyticsExported }
      : null,
  )
}
