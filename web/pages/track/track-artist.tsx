import { Suspense } from 'react'
import type { Track } from '#contract/tracks.ts'
import { useSession } from '#web/api/auth.ts'
import { ArtistLink } from '#web/components/artist-link.tsx'
import { artistName, otherArtist } from '#web/lib/display-name.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { Avatar } from '#web/ui/avatar.tsx'

const TrackFollow = lazyComponent(async () => (await import('./track-follow.tsx')).TrackFollow)

/** The artist, the user who uploaded the track where that is another name, and Follow. */
export function TrackArtist({ track }: { track: Track }) {
  const { user } = useSession()
  const uploader = artistName(track)
  const artist = otherArtist(track)
  const isOwner = user?.id === track.userId
  return (
    <>
      {artist && (
        <span className="text-lg leading-snug font-semibold wrap-anywhere text-text max-tablet:basis-full">
          {artist}
        </span>
      )}
      <span className="flex max-w-full min-w-0 items-center gap-3 max-tablet:basis-full">
        {artist && <span className="max-tablet:sr-only">uploaded by</span>}
        <ArtistLink
          userId={track.userId}
          className="inline-flex min-w-0 items-center gap-3 rounded-full text-lg leading-snug font-semibold text-text [&:hover>span:last-child]:underline"
        >
          <Avatar size="small" user={track.user} />
          <span className="min-w-0 wrap-anywhere">{uploader}</span>
        </ArtistLink>
        {!isOwner && (
          // Reserves the size of the button: no layout shift when it loads.
          <span className="h-9 min-w-25 shrink-0">
            <Suspense>
              <TrackFollow track={track} />
            </Suspense>
          </span>
        )}
      </span>
    </>
  )
}
