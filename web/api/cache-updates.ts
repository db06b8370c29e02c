import type { Query, QueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/auth.ts'
import type { Track } from '#contract/tracks.ts'
import { currentUserQuery } from './auth.ts'
import { isInfinite, isTrack, patchCachedTracks } from './cached-tracks.ts'
import { patchCachedProfile } from './users.ts'

/** What is patched in the cache after a mutation, and what is refetched. */

/**
 * Tracks were added, updated or deleted: every query but the session may show them. An infinite
 * list would be refetched page by page from its start, so the visible one stays as it is and the
 * others are removed.
 */
export function refetchTracks(queryClient: QueryClient): Promise<void> {
  return refetch(queryClient, isSession)
}

export function onTrackUpdated(queryClient: QueryClient, updated: Track): Promise<void> {
  patchCachedTracks(queryClient, (track) =>
    track.id === updated.id ? { ...track, ...updated } : track,
  )
  return refetchTracks(queryClient)
}

/** Does not refetch the track itself: its page, if open, is about to be left. */
export function onTrackDeleted(queryClient: QueryClient, trackId: string): Promise<void> {
  patchCachedTracks(queryClient, (track) => (track.id === trackId ? undefined : track))
  const isThisTrack = ({ state }: Query) => isTrack(state.data) && state.data.id === trackId
  void queryClient.invalidateQueries({ predicate: isThisTrack, refetchType: 'none' })
  return refetch(queryClient, (query) => isSession(query) || isThisTrack(query))
}

/** The names, texts or image of the signed-in user. */
export function onCurrentUserUpdated(queryClient: QueryClient, user: CurrentUser): Promise<void> {
  queryClient.setQueryData(currentUserQuery.queryKey, user)
  const { email, isAdmin, ...profile } = user
  patchCachedProfile(queryClient, user.id, () => profile)
  const { id, username, displayName, firstName, lastName, profileImageUrl } = user
  const summary = { id, username, displayName, firstName, lastName, profileImageUrl }
  patchCachedTracks(queryClient, (track) =>
    track.userId === id ? { ...track, user: summary } : track,
  )
  return refetchTracks(queryClient)
}

function refetch(queryClient: QueryClient, isExcluded: (query: Query) => boolean): Promise<void> {
  queryClient.removeQueries({ predicate: isInfinite, type: 'inactive' })
  return queryClient.invalidateQueries({
    predicate: (query) => !isExcluded(query) && !isInfinite(query),
  })
}

const isSession = ({ queryKey }: Query) => queryKey[0] === currentUserQuery.queryKey[0]
