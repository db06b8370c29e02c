import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Playlist } from '#contract/playlists.ts'
import * as routes from '#contract/routes.ts'
import { refetchTracks } from '#web/api/cache-updates.ts'
import { request } from '#web/api/client.ts'
import { refetchPlaylists } from '#web/api/playlists.ts'
import { formatTrackCount } from '#web/lib/format.ts'
import type { ToastText } from '#web/ui/toast/toast-store.ts'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import type { BulkItem, BulkList } from './bulk-list.ts'
import { savedToastMs } from './messages.ts'

type Hidden = 'unlisted' | 'private'
type Published = { id: string; track: NonNullable<BulkItem['track']> }

/** What is scheduled is private already. */
export const publishedItems = (items: readonly BulkItem[]): Published[] =>
  items.flatMap(({ id, track }) => (track && !track.publishAt ? [{ id, track }] : []))

/** Bulk uploads are created public: makes all of a batch unlisted or private afterwards, with their release. */
export function useBulkPrivacy(user: { id: string }, list: BulkList) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  type Change = { privacy: Hidden; items: readonly Published[]; release: Playlist | undefined }
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ privacy, items, release }: Change) => {
      const body = { privacy }
      if (release && !release.publishAt)
        await request(routes.updatePlaylist, { params: { id: release.id }, body })
      for (const { id, track } of items) {
        await request(routes.updateTrack, { params: { id: track.id }, body })
        list.update(id, { track: { ...track, privacy } })
      }
    },
    meta: { onFailure: { title: 'Not all tracks were changed' } },
    onSuccess: (_data, { privacy, items }) => {
      const title = `${formatTrackCount(items.length)} made ${privacy}`
      toasts.show({ title, tone: 'success' })
    },
    onSettled: () => {
      void refetchTracks(queryClient)
      void refetchPlaylists(queryClient, user.id)
    },
  })
  return {
    hideAll: (privacy: Hidden, release: Playlist | undefined) =>
      mutate({ privacy, items: publishedItems(list.get()), release }),
    isPending,
    /** For a toast: where all are uploaded, the list is left. */
    offer(release: Playlist | undefined): Partial<ToastText> {
      const items = publishedItems(list.get())
      if (items.length === 0) return {}
      const action = (privacy: Hidden) => ({
        label: `Make all ${privacy}`,
        onClick: () => mutate({ privacy, items, release }),
      })
      return { duration: savedToastMs, actions: [action('unlisted'), action('private')] }
    },
  }
}
