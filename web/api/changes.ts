import type { Query, QueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/auth.ts'
import type { Track } from '#contract/tracks.ts'
import { paths } from '#web/lib/paths.ts'
import { currentUserQuery } from './auth.ts'
import { changeKeptTracks, comesInPages } from './kept-tracks.ts'
import { rememberProfile } from './users.ts'

/** What is read anew after a change, and what is changed in place. */

/**
 * Tracks were added, changed or deleted: everything but the session may show them. A list that
 * comes in pages would be read again from its beginning, page by page, so the one on screen stays
 * as it is and the others are forgotten.
 */
export function tracksHaveChanged(queryClient: QueryClient): Promise<void> {
  return readAnew(queryClient, isSession)
}

export function trackHasChanged(queryClient: QueryClient, changed: Track): Promise<void> {
  changeKeptTracks(queryClient, (track) => (track.id === changed.id ? changed : track))
  return tracksHaveChanged(queryClient)
}

/** Its own page, if that is on screen, is about to be left: there is nothing to read for it. */
export function trackIsGone(queryClient: QueryClient, trackId: string): Promise<void> {
  changeKeptTracks(queryClient, (track) => (track.id === trackId ? undefined : track))
  const isItself = ({ state }: Query) => isTrack(state.data) && state.data.id === trackId
  void queryClient.invalidateQueries({ predicate: isItself, refetchType: 'none' })
  return readAnew(queryClient, (query) => isSession(query) || isItself(query))
}

/** The signed-in person's own names or picture. */
export function personHasChanged(queryClient: QueryClient, person: CurrentUser): Promise<void> {
  const { id, username, displayName, firstName, lastName, profileImageUrl } = person
  const user = { id, username, displayName, firstName, lastName, profileImageUrl }
  queryClient.setQueryData(currentUserQuery.queryKey, person)
  const { bio, location, website } = person
  rememberProfile(queryClient, id, { ...user, bio, location, website })
  changeKeptTracks(queryClient, (track) => (track.userId === id ? { ...track, user } : track))
  return tracksHaveChanged(queryClient)
}

function readAnew(queryClient: QueryClient, stays: (query: Query) => boolean): Promise<void> {
  queryClient.removeQueries({ predicate: comesInPages, type: 'inactive' })
  return queryClient.invalidateQueries({
    predicate: (query) => !stays(query) && !comesInPages(query),
  })
}

const isSession = ({ queryKey }: Query) => queryKey[0] === paths.api.currentUser

function isTrack(data: unknown): data is Track {
  return typeof data === 'object' && data !== null && 'audioUrl' in data
}
