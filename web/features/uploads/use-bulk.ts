import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Playlist } from '#contract/playlists.ts'
import { refetchTracks } from '#web/api/cache-updates.ts'
import { serverMessage } from '#web/api/client.ts'
import { isUnauthorized } from '#web/api/query-client.ts'
import { createTrack, findOwnTrack } from '#web/api/track-mutations.ts'
import { uploadArtwork } from '#web/api/uploads.ts'
import { useLatest } from '#web/lib/use-latest.ts'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { type ChosenRelease, saveRelease } from './bulk-release.ts'
import { createBulkUpload, type SharedByAll } from './bulk-upload.ts'
import { createFileTags } from './file-tags.ts'
import { idempotentCreate } from './idempotent-create.ts'
import { type BulkResult, bulkSummary } from './messages.ts'
import { findPublished } from './published-files.ts'
import { reopen } from './stored-file.ts'
import { createTransfers } from './transfers.ts'
import type { DraftStore } from './upload-draft.ts'
import { createUploadItems } from './upload-items.ts'
import { publishedBatch, useBulkPrivacy } from './use-bulk-privacy.ts'
import { useUploadItems } from './use-upload-items.ts'

type Run = {
  ids: readonly string[]
  shared: SharedByAll
  /** Undefined if the tracks are not released together. */
  release?: ChosenRelease | undefined
}
type Outcome = {
  /** Null if it was stopped, or there was nothing to upload. */
  result: BulkResult | null
  released?: Playlist | null
  /** Why the release is not complete. */
  releaseError?: string
}

export type Bulk = ReturnType<typeof useBulk>

/** The bulk upload: continues while the other mode is shown, and stops on unmount. */
export function useBulk(
  user: { id: string },
  store: DraftStore,
  outcomes: {
    /** Otherwise the user is in the other mode. */
    isShown: () => boolean
    onAllDone: (release: Playlist | null) => void
    onSessionExpired: () => void
  },
) {
  const expire = useSessionExpiry(outcomes.onSessionExpired)
  const { list, tags, transfers, upload } = useUploadItems(store, 'bulk', (restored) => {
    const list = createUploadItems(restored)
    const tags = createFileTags(list)
    const expired = (error: unknown) =>
      upload.isRunning() ? upload.stop(error) : expire.current(error)
    const transfers = createTransfers(list, (error) => isUnauthorized(error) && expired(error))
    const find = (audioUrl: string) => findOwnTrack(user.id, audioUrl)
    const upload = createBulkUpload(list, transfers, {
      whenTagsRead: tags.whenRead,
      uploadArtwork,
      createTrack: idempotentCreate(createTrack, find),
    })
    return { list, tags, transfers, upload }
  })
  const batch = useBatch(store)
  useEffect(() => {
    let isOpen = true
    if (!batch.isAside) void reopenFiles()
    return () => {
      isOpen = false
      upload.stop()
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
  }, [list, transfers, upload, batch.isAside])
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const privacy = useBulkPrivacy(user.id, list.setPrivacy)
  /** At once: a second click may come before the button is disabled. */
  const isStarted = useRef(false)
  const run = useMutation({
    mutationFn: async ({ ids, shared, release: chosen }: Run): Promise<Outcome> => {
      store.update({ run: chosen && 'started' })
      store.save()
      const result = await upload.run(ids, shared)
      const isStopped = result === null && ids.length > 0
      return { result, ...(chosen && !isStopped && (await tryRelease(chosen))) }
    },
    meta: {
      onFailure: { text: 'Bulk upload failed. Please try again.' },
      onSessionExpired: outcomes.onSessionExpired,
    },
    onSettled: () => {
      isStarted.current = false
    },
    onSuccess: ({ result, released = null, releaseError }, { shared }) => {
      const isAllDone = list.unfinished().length === 0 && releaseError === undefined
      if (result)
        toasts.show({
          ...bulkSummary(result, shared.fields.publishAt),
          ...(isAllDone &&
            !outcomes.isShown() &&
            privacy.offer(publishedBatch(list.get(), released))),
        })
      if (releaseError === undefined)
        store.update({ run: list.isPublished() ? 'ended' : undefined })
      if (!released && !result?.succeeded) return
      void refetchTracks(queryClient)
      if (isAllDone) outcomes.onAllDone(released)
    },
  })
  const hasRun = run.isSuccess || run.isError || batch.isContinued
  const isInterrupted = batch.isInterrupted && !hasRun
  /** A failure does not hide that the tracks are uploaded. */
  async function tryRelease(chosen: ChosenRelease) {
    try {
      return { released: await saveRelease(list, store, chosen) }
    } catch (error) {
      if (isUnauthorized(error)) throw error
      return { releaseError: serverMessage(error) ?? 'The connection was lost.' }
    }
  }
  const latest = useLatest({
    isPending: run.isPending,
    isOver: () =>
      list.unfinished().length === 0 &&
      !isInterrupted &&
      run.data?.releaseError === undefined &&
      !run.isPending,
  })
  const inTurn = useRef(Promise.resolve())
  async function add(files: readonly File[]) {
    tags.add(list.add(files, await findPublished(files)))
    transfers.start()
  }
  /** Returns those that are here already. What is published, or being so, takes no other files unasked. */
  async function addFiles(files: readonly File[]): Promise<File[]> {
    const { added, copies } = await list.sortOut(files)
    transfers.start()
    const { isPending, isOver } = latest.current
    if (!list.isPublished() && !isPending) await add(added)
    else if (added.length > 0 && isOver()) await startNew(added)
    else batch.addPending(added)
    return copies
  }
  async function startNew(files: readonly File[]) {
    for (const { id } of list.get()) transfers.remove(id)
    run.reset()
    store.clear('bulk')
    batch.startNew()
    await add(files)
  }
  return {
    list,
    transfers,
    upload,
    /** One choice of files after the other. */
    addFiles(files: readonly File[]): Promise<File[]> {
      const adding = inTurn.current.then(() => addFiles(files))
      inTurn.current = adding.then(
        () => {},
        () => {},
      )
      return adding
    },
    /** Resolves to false if it is here already. */
    async replaceFile(id: string, file: File): Promise<boolean> {
      const { added } = await list.sortOut([file])
      if (added.length === 0) return false
      list.replaceFile(id, file, (await findPublished([file])).get(file))
      tags.add([id])
      return true
    },
    /** Counts up: its forms start anew. */
    batch: batch.number,
    isAside: batch.isAside,
    /** Chosen while it was unclear whether they belong to this batch. */
    pending: batch.pending,
    /** An earlier batch of which something failed; what is chosen meanwhile belongs to it. */
    continueBatch() {
      batch.resume()
      void add(batch.pending)
    },
    startNew: () => void startNew(batch.pending),
    clear: () => void startNew([]),
    privacy,
    run(values: Run) {
      if (isStarted.current) return
      isStarted.current = true
      run.mutate(values)
    },
    isRunning: run.isPending,
    /** Whether it was run, so that the list shows how it ended. */
    hasRun,
    /** Whether the page was closed while the tracks of a release were created. */
    isInterrupted,
    released: run.data?.released ?? store.get().release.created,
    releaseError: run.data?.releaseError,
  }
}

/** A batch ends when its tracks are published. If some failed, it waits aside until the user continues it or starts another. */
function useBatch(store: DraftStore) {
  const [number, setNumber] = useState(0)
  const [restored, setRestored] = useState(store.get().run)
  const [isAside, setAside] = useState(restored === 'ended')
  const [pending, setPending] = useState<readonly File[]>([])
  return {
    number,
    isAside,
    isContinued: restored === 'ended' && !isAside,
    isInterrupted: restored === 'started',
    pending,
    addPending: (files: readonly File[]) => setPending((known) => [...known, ...files]),
    resume() {
      setAside(false)
      setPending([])
    },
    startNew() {
      setNumber(number + 1)
      setRestored(undefined)
      setAside(false)
      setPending([])
    },
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
