import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Playlist } from '#contract/playlists.ts'
import * as routes from '#contract/routes.ts'
import { refetchTracks } from '#web/api/cache-updates.ts'
import { request, serverMessage } from '#web/api/client.ts'
import { isUnauthorized } from '#web/api/query-client.ts'
import { createTrack, findOwnTrack } from '#web/api/track-mutations.ts'
import { replaceCover, uploadArtwork } from '#web/api/uploads.ts'
import { useLatest } from '#web/lib/use-latest.ts'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { createBulkList } from './bulk-list.ts'
import { createBulkRelease, type ReleaseCalls } from './bulk-release.ts'
import { createBulkTags } from './bulk-tags.ts'
import { createBulkTransfers } from './bulk-transfers.ts'
import { createBulkUpload, type SharedByAll } from './bulk-upload.ts'
import { idempotentCreate } from './idempotent-create.ts'
import { type BulkResult, bulkSummary } from './messages.ts'
import type { ReleaseFields } from './release-fields.ts'
import { sendAudio } from './send-audio.ts'
import { reopen } from './stored-file.ts'
import type { DraftStore } from './upload-draft.ts'

type Run = {
  ids: readonly string[]
  shared: SharedByAll
  /** Undefined if the tracks are not released together. */
  release?: { fields: ReleaseFields; cover: File | undefined } | undefined
}
type Outcome = {
  /** Null if it was stopped, or there was nothing to upload. */
  result: BulkResult | null
  released?: Playlist | null
  /** Why the release is not complete. */
  releaseError?: string
}

const releaseCalls = (user: { id: string }, store: DraftStore): ReleaseCalls<ReleaseFields> => ({
  /** A lost response may have left an empty one: that is ours. */
  async create(body) {
    const own = await request(routes.listUserPlaylists, {
      params: { id: user.id },
      query: { releases: true, limit: 20 },
    })
    const isIt = ({ title, type, trackCount }: Playlist) =>
      trackCount === 0 && title === body.title && type === body.type
    const created = own.find(isIt) ?? (await request(routes.createPlaylist, { body }))
    store.update({ release: { ...store.get().release, created } })
    store.save()
    return created
  },
  async listTracks(id) {
    const { playlistTracks } = await request(routes.getPlaylist, { params: { id }, query: {} })
    return playlistTracks.map(({ trackId }) => trackId)
  },
  setCover: replaceCover,
  addTrack: (id, trackId) =>
    request(routes.addPlaylistTrack, { params: { id }, body: { trackId } }),
  reorder: (id, trackIds) =>
    request(routes.reorderPlaylist, { params: { id }, body: { trackIds } }),
})

export type Bulk = ReturnType<typeof useBulk>

/** The bulk upload: continues while the other mode is shown, and stops on unmount. */
export function useBulk(
  user: { id: string },
  store: DraftStore,
  outcomes: { onAllDone: (release: Playlist | null) => void; onSessionExpired: () => void },
) {
  const expire = useSessionExpiry(outcomes.onSessionExpired)
  const [{ list, tags, transfers, upload, release, wasStarted }] = useState(() => {
    const list = createBulkList(store.items())
    const tags = createBulkTags(list)
    const transfers = createBulkTransfers(list, { sendAudio }, (error) =>
      upload.isRunning() ? upload.stop(error) : expire.current(error),
    )
    const find = (audioUrl: string) => findOwnTrack(user.id, audioUrl)
    const upload = createBulkUpload(list, transfers, {
      whenTagsRead: tags.whenRead,
      uploadArtwork,
      createTrack: idempotentCreate(createTrack, find),
    })
    return {
      list,
      tags,
      transfers,
      upload,
      release: createBulkRelease(list, releaseCalls(user, store), store.get().release.created),
      wasStarted: store.get().release.isStarted === true,
    }
  })
  useEffect(() => {
    let isOpen = true
    const unsubscribe = list.subscribe(() => {
      store.setItems(list.get())
      if (list.get().length > 0) return
      release.forget()
      const { created: _created, isStarted: _isStarted, ...form } = store.get().release
      store.update({ release: form })
    })
    void reopenFiles()
    return () => {
      isOpen = false
      unsubscribe()
      upload.stop()
      transfers.stop()
    }
    /** Comparing a large file takes a while: the first ones are sent meanwhile. */
    async function reopenFiles() {
      transfers.start()
      for (const { id, source, upload: begun } of list.missing()) {
        const file = await reopen(source, begun !== undefined)
        if (!isOpen) return
        if (file && !list.item(id)?.file) list.update(id, { file })
        transfers.start()
      }
    }
  }, [list, store, transfers, upload, release])
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const run = useMutation({
    mutationFn: async ({ ids, shared, release: chosen }: Run): Promise<Outcome> => {
      if (chosen) {
        store.update({ release: { ...store.get().release, isStarted: true } })
        store.save()
      }
      const result = await upload.run(ids, shared)
      const isStopped = result === null && ids.length > 0
      return { result, ...(chosen && !isStopped && (await saveRelease(chosen))) }
    },
    meta: {
      onFailure: { text: 'Bulk upload failed. Please try again.' },
      onSessionExpired: outcomes.onSessionExpired,
    },
    onSuccess: ({ result, released = null, releaseError }) => {
      if (result) toasts.show(bulkSummary(result))
      if (!released && !result?.succeeded) return
      void refetchTracks(queryClient)
      if (list.unfinished().length === 0 && releaseError === undefined) outcomes.onAllDone(released)
    },
  })
  const hasRun = run.isSuccess || run.isError
  /** A failure does not hide that the tracks are uploaded. */
  async function saveRelease({ fields, cover }: NonNullable<Run['release']>) {
    try {
      return { released: await release.save(fields, cover) }
    } catch (error) {
      if (isUnauthorized(error)) throw error
      return { releaseError: serverMessage(error) ?? 'The connection was lost.' }
    }
  }
  async function addFiles(files: File[]) {
    tags.add(list.add(await list.restoreFiles(files)))
    transfers.start()
  }
  return {
    list,
    transfers,
    upload,
    addFiles,
    run: run.mutate,
    isRunning: run.isPending,
    /** Whether it was run, so that the list shows how it ended. */
    hasRun,
    /** Whether the page was closed between the last track and the release. */
    isInterrupted: wasStarted && !hasRun,
    released: run.data?.released,
    releaseError: run.data?.releaseError,
  }
}

/** Transfers start by themselves: their 401 is treated like that of a request which the user has made. */
function useSessionExpiry(onSessionExpired: () => void) {
  const { mutate } = useMutation({
    mutationFn: (error: unknown) => Promise.reject(error),
    meta: { onFailure: 'silent', onSessionExpired },
  })
  return useLatest(mutate)
}
