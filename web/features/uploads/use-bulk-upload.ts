import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refetchTracks } from '#web/api/cache-updates.ts'
import { isUnauthorized } from '#web/api/query-client.ts'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import type { BulkUpload } from './bulk-upload.ts'
import { bulkFailed, bulkSummary } from './messages.ts'
import type { SharedFields } from './track-form.ts'

type Run = { ids: readonly string[]; shared: SharedFields }
type Outcomes = { onUploaded: () => void; onSessionExpired: () => void }

export function useBulkUpload(upload: BulkUpload, { onUploaded, onSessionExpired }: Outcomes) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: ({ ids, shared }: Run) => upload.run(ids, shared),
    meta: { onFailure: bulkFailed },
    onError: (error) => isUnauthorized(error) && onSessionExpired(),
    onSuccess: (result) => {
      if (!result) return
      if (result.succeeded > 0) {
        void refetchTracks(queryClient)
        onUploaded()
      }
      toasts.show(bulkSummary(result))
    },
  })
}
