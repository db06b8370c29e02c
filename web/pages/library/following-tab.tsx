import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followedTracksQuery, loadFollowedTracks, markFollowingSeen } from '#web/api/library.ts'
import { NothingYet, TracksTab } from './tracks-tab.tsx'

/** New tracks of the users whom the signed-in user follows. */
export function FollowingTab() {
  const query = useInfiniteQuery(followedTracksQuery)
  const queryClient = useQueryClient()
  // The dot on 'Library' goes when the tab is opened.
  useEffect(() => {
    markFollowingSeen(queryClient).catch((error: unknown) => console.warn(error))
  }, [queryClient])
  return (
    <TracksTab
      query={query}
      source="Following"
      what="New tracks"
      load={loadFollowedTracks}
      empty={
        <NothingYet
          title="Nothing new yet"
          text="Follow artists and their new tracks will appear here."
        />
      }
    />
  )
}
