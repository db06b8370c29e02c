import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refetchTracks } from '#web/api/cache-updates.ts'
import { createTrack } from '#web/api/track-mutations.ts'
import { registerArtwork, registerAudio, uploadFile } from '#web/api/uploads.ts'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { tagsOf, titleFromFileName } from './audio-files.ts'
import { type BulkList, createBulkList, type UnselectedTrack } from './bulk-list.ts'
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

/** Fills in title, cover and further tags of added files, one file after the other. */
export function createBulkTags(list: BulkList, read = tagsOf) {
  const reads = new Map<string, Promise<void>>()
  let last = Promise.resolve()

  async function fill(id: string) {
    const file = list.item(id)?.file
    if (!file) return
    try {
      const { suggestions, cover } = await read(file)
      const { title, ...tags } = suggestions
      const item = list.item(id)
      if (!item) return
      const isTyped = item.title !== titleFromFileName(file.name)
      list.update(id, {
        tags,
        ...(title && !isTyped && { title }),
        ...(cover && !item.artwork && { artwork: cover }),
      })
    } catch {
      // The server validates the file.
    }
  }
  return {
    add(ids: readonly string[]) {
      for (const id of ids) {
        last = last.then(() => fill(id)).finally(() => reads.delete(id))
        reads.set(id, last)
      }
    },
    /** Resolves once the tags of a track are filled in. */
    whenRead: async (id: string): Promise<void> => reads.get(id),
  }
}
