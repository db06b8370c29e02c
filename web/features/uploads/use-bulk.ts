import { useEffect, useState } from 'react'
import { createTrack } from '#web/api/track-mutations.ts'
import { registerArtwork, registerAudio, uploadFile } from '#web/api/uploads.ts'
import { createBulkList, type UnselectedTrack } from './bulk-list.ts'
import { createBulkTags } from './bulk-tags.ts'
import { createBulkUpload } from './bulk-upload.ts'
import { idempotentCreate } from './idempotent-create.ts'
import { useBulkUpload } from './use-bulk-upload.ts'

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
  const run = useBulkUpload(upload, {
    onUploaded: () => list.remaining.get() === 0 && outcomes.onAllDone(),
    onSessionExpired: outcomes.onSessionExpired,
  })
  const addFiles = (files: File[]) => tags.add(list.add(files))
  return { list, upload, addFiles, run: run.mutate, isRunning: run.isPending }
}
