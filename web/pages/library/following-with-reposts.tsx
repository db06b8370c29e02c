import { useInfiniteQuery } from '@tanstack/react-query'
import { Repeat2 } from 'lucide-react'
import { Link } from 'wouter'
import { displayName } from '#contract/display-name.ts'
import type { FollowedTrack } from '#contract/library.ts'
import { paths } from '#contract/paths.ts'
import type { Track } from '#contract/tracks.ts'
import { followedTracksQuery } from '#web/api/library.ts'
import { NothingYet, TracksTab } from './tracks-tab.tsx'

/** With what followed users repost. */
export function FollowingWithReposts() {
  const query = useInfiniteQuery(followedTracksQuery(true))
  return (
    <TracksTab
      query={query}
      source="Following"
      what="New tracks"
      noteOf={noteOf}
      empty={
        <NothingYet
          title="Nothing new yet"
          text="Follow artists, and their new tracks and reposts will appear here."
        />
      }
    />
  )
}

function noteOf({ repostedBy }: Track & Pick<FollowedTrack, 'repostedBy'>) {
  return (
    repostedBy && (
      <>
        <Repeat2 aria-hidden="true" className="mr-1.5 inline-block size-4 align-text-bottom" />
        Reposted by{' '}
        <Link
          href={paths.profile(repostedBy.id)}
          className="rounded-art hover:text-text hover:underline"
        >
          {displayName(repostedBy)}
        </Link>
      </>
    )
  )
}
