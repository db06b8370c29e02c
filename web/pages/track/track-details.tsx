import type { Track } from '#contract/tracks.ts'
import { ResumedTrackEdit } from '#web/components/own-track/resumed-track-edit.tsx'
import { AboutTrack } from './about-track.tsx'
import { Comments } from './comments.tsx'
import { ListenOn } from './listen-on.tsx'
import { MoreFromArtist } from './more-from-artist.tsx'
import { TrackStats } from './track-stats.tsx'

/** Everything below the waveform. */
export function TrackDetails({ track }: { track: Track }) {
  return (
    <>
      <div className="grid gap-11 pt-11 tablet:gap-16 tablet:pt-16 desk:grid-cols-[minmax(0,1fr)_22.5rem] desk:items-start">
        <div className="grid gap-11 tablet:gap-14">
          {track.description && <AboutTrack description={track.description} />}
          <Comments />
        </div>
        <aside className="grid gap-5 tablet:grid-cols-2 desk:grid-cols-1 [&>:only-child]:col-span-full">
          <TrackStats track={track} />
          <ListenOn spotifyUrl={track.spotifyUrl} appleMusicUrl={track.appleMusicUrl} />
        </aside>
      </div>
      <MoreFromArtist track={track} />
      <ResumedTrackEdit />
    </>
  )
}
