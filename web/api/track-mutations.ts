import { queryOptions } from '@tanstack/react-query'
import { type BodyInput, urlFor } from '#contract/client.ts'
import { limits } from '#contract/limits.ts'
import * as routes from '#contract/routes.ts'
import type { Track } from '#contract/tracks.ts'
import { fetchPage, type ListPage, request } from './client.ts'

/** Apart from tracks.ts, because only artists and the administrator load it. */

export type NewTrack = BodyInput<typeof routes.createTrack>
/** Omitted fields do not change; empty text becomes null. */
export type TrackUpdate = BodyInput<typeof routes.updateTrack>

/** For a form, which changes what is saved now: loaded whenever it opens. */
export const trackToEditQuery = ({ slug, id }: Pick<Track, 'slug' | 'id'>) =>
  queryOptions({
    queryKey: ['track-to-edit', id],
    queryFn: ({ signal }) => request(routes.getTrack, { params: { slug: slug || id }, signal }),
    gcTime: 0,
  })

export const createTrack = (body: NewTrack): Promise<Track> => request(routes.createTrack, { body })

/** The track that the caller has created from this file: newest first, page by page. */
export async function findOwnTrack(userId: string, audioUrl: string): Promise<Track | undefined> {
  const query = { limit: limits.maxPageSize }
  let url: string | null = urlFor(routes.listUserTracks, { params: { id: userId }, query })
  while (url !== null) {
    const page: ListPage<Track> = await fetchPage(url)
    const found = page.items.find((track) => track.audioUrl === audioUrl)
    if (found) return found
    url = page.next
  }
  return undefined
}
