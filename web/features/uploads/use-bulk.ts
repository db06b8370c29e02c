import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Playlist } from '#contract/playlists.ts'
import * as routes from '#contract/routes.ts'
import { refetchTracks } from '#web/api/cache-updates.ts'
import { request, serverMessage } from '#web/api/client.ts'
import { isUnauthorized } from '#web/api/query-client.ts'
import { createTrack, findOwnTrack, type NewTrack } from '#web/api/track-mutations.ts'
import { registerArtwork, replaceCover, uploadFile } from '#web/api/uploads.ts'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { tagsOf, titleFromFileName } from './audio-files.ts'
import { type BulkList, createBulkList, type UnselectedTrack } from './bulk-list.ts'
import { createBulkRelease, type ReleaseCalls } from './bulk-release.ts'
import { createBulkUpload } from './bulk-upload.ts'
import { idempotentCreate } from './idempotent-create.ts'
import { type BulkResult, bulkSummary } from './messages.ts'
import type { ReleaseFields } from './release-form.ts'
import { registerSent, sendParts } from './send-audio.ts'
import type { SharedFields } from './track-form.ts'

type Run = {
  ids: readonly string[]
  shared: SharedFields
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

const releaseCalls: ReleaseCalls<ReleaseFields> = {
  create: (body) => request(routes.createPlaylist, { body }),
  setCover: replaceCover,
  addTrack: (id, trackId) =>
    request(routes.addPlaylistTrack, { params: { id }, body: { trackId } }),
  reorder: (id, trackIds) =>
    request(routes.reorderPlaylist, { params: { id }, body: { trackIds } }),
}

export type Bulk = ReturnType<typeof useBulk>

/** The bulk upload: continues while the other mode is shown, and stops on unmount. */
export function useBulk(
  user: { id: string },
  unselected: readonly UnselectedTrack[],
  outcomes: { onAllDone: (release: Playlist | null) => void; onSessionExpired: () => void },
) {
  const [{ list, tags, upload, release }] = useState(() => {
    const list = createBulkList(unselected)
    const tags = createBulkTags(list)
    const create = idempotentCreate(createTrack)
    const calls = {
      whenTagsRead: tags.whenRead,
      uploadFile,
      sendParts,
      registerAudio: registerSent,
      registerArtwork,
      createTrack: async (track: NewTrack) =>
        (await create(track)) ?? findOwnTrack(user.id, track.audioUrl),
    }
    const release = createBulkRelease(list, releaseCalls)
    return { list, tags, upload: createBulkUpload(list, calls), release }
  })
  useEffect(() => () => upload.stop(), [upload])
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const run = useMutation({
    mutationFn: async ({ ids, shared, release: chosen }: Run): Promise<Outcome> => {
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
  /** A failure does not hide that the tracks are uploaded. */
  async function saveRelease({ fields, cover }: NonNullable<Run['release']>) {
    try {
      return { released: await release.save(fields, cover) }
    } catch (error) {
      if (isUnauthorized(error)) throw error
      return { releaseError: serverMessage(error) ?? 'The connection was lost.' }
    }
  }
  const addFiles = (files: File[]) => tags.add(list.add(files))
  return {
    list,
    upload,
    addFiles,
    run: run.mutate,
    isRunning: run.isPending,
    released: run.data?.released,
    releaseError: run.data?.releaseError,
  }
}

/** Fills in title, cover and further tags of added files, one file after the other. */
export function createBulkTags(list: BulkList, read = tagsOf) {
  const reads = new Map<string, Promise<void>>()
  let last = Promise.resolve()

  async function fill(id: string) {
    const file = list.item(id)?.file
    if (!file) return
    try {
      const { suggestions, release, cover } = await read(file)
      const { title, ...tags } = suggestions
      const item = list.item(id)
      if (!item) return
      const isTyped = item.title !== titleFromFileName(file.name)
      list.update(id, {
        tags,
        release,
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
