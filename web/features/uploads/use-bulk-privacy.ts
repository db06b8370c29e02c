import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Playlist } from '#contract/playlists.ts'
import * as routes from '#contract/routes.ts'
import { refetchTracks } from '#web/api/cache-updates.ts'
import { request } from '#web/api/client.ts'
import { refetchPlaylists } from '#web/api/playlists.ts'
import { formatTrackCount } from '#web/lib/format.ts'
import type { ToastText } from '#web/ui/toast/toast-store.ts'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { savedToastMs } from './messages.ts'
import type { UploadItem } from './upload-items.ts'

export const hiddenChoices = ['unlisted', 'private'] as const
type Hidden = (typeof hiddenChoices)[number]

/** What of a batch is public, by id. */
export type PublishedBatch = { trackIds: string[]; releaseId?: string | undefined }

/** What is scheduled is private already. */
export const publishedBatch = (
  items: readonly UploadItem[],
  release: Playlist | null | undefined,
): PublishedBatch => ({
  trackIds: items.flatMap(({ track }) => (track && !track.publishAt ? track.id : [])),
  ...(release && !release.publishAt && { releaseId: release.id }),
})

/** Bulk uploads are created public: makes all of a batch unlisted or private afterwards, with their release. */
export function useBulkPrivacy(
  userId: string,
  onHidden: (trackId: string, privacy: Hidden) => void = () => {},
) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ privacy, trackIds, releaseId }: PublishedBatch & { privacy: Hidden }) => {
      const body = { privacy }
      if (releaseId) await request(routes.updatePlaylist, { params: { id: releaseId }, body })
      for (const id of trackIds) {
        await request(routes.updateTrack, { params: { id }, body })
        onHidden(id, privacy)
      }
    },
    meta: { onFailure: { title: 'Not all tracks were changed' } },
    onSuccess: (_data, { privacy, trackIds }) => {
      const title = `${formatTrackCount(trackIds.length)} made ${privacy}`
      toasts.show({ title, tone: 'success' })
    },
    onSettled: () => {
      void refetchTracks(queryClient)
      void refetchPlaylists(queryClient, userId)
    },
  })
  const hideAll = (privacy: Hidden, batch: PublishedBatch) => mutate({ privacy, ...batch })
  return {
    hideAll,
    isPending,
    /** For a toast, where neither the finished list nor a notice has the buttons. */
    offer(batch: PublishedBatch): Partial<ToastText> {
      if (batch.trackIds.length === 0) return {}
      const action = (privacy: Hidden) => ({
        label: `Make all ${privacy}`,
        onClick: () => hideAll(privacy, batch),
      })
      return { duration: savedToastMs, actions: hiddenChoices.map(action) }
    },
  }
}

export type BulkPrivacy = ReturnType<typeof useBulkPrivacy>
