import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refetchTracks } from '#web/api/cache-updates.ts'
import { createTrack } from '#web/api/track-mutations.ts'
import { registerArtwork, registerAudio, uploadFile } from '#web/api/uploads.ts'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { createBulkList, type UnselectedTrack } from './bulk-list.ts'
import { createBulkTags } from './bulk-tags.ts'
import { createBulkUpload } from './bulk-upload.ts'
import { idempotentCreate } from './idempotent-create.ts'
import { bulkSummary } from './messages.ts'
import type { SharedFields } from './track-form.ts'

type Run = { ids: readonly string[]; shared: SharedFields }
export type Bulk = ReturnType<typeof useBulk>

/** The bulk upload: continues while the other mode is shown, and stops on unmount. */
export function useBulk(
  unselected: readonly UnselectedTrack[],
  outcomes: { onAllDone: () => void; onSessionExpired: () => void },
) {
  const [{ list, tags, upload }] = useState(() => {
    const list = createBulkList(unselected)
    const tags = createBulkTags(list)
    const calls = {
      whenTagsRead: tags.whenRead,
      uploadFile,
      registerAudio,
      registerArtwork,
      createTrack: idempotentCreate(createTrack),
    }
    return { list, tags, upload: createBulkUpload(list, calls) }
  })
  useEffect(() => () => upload.stop(), [upload])
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const run = useMutation({
    mutationFn: ({ ids, shared }: Run) => upload.run(ids, shared),
    meta: {
      onFailure: { text: 'Bulk upload failed. Please try again.' },
      onSessionExpired: outcomes.onSessionExpired,
    },
    onSuccess: (result) => {
      if (!result) return
      if (result.succeeded > 0) {
        void refetchTracks(queryClient)
        if (list.unfinished().length === 0) outcomes.onAllDone()
      }
      toasts.show(bulkSummary(result))
    },
  })
  const addFiles = (files: File[]) => tags.add(list.add(files))
  return { list, upload, addFiles, run: run.mutate, isRunning: run.isPending }
}
