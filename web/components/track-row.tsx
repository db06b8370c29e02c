import { Share2 } from 'lucide-react'
import { memo } from 'react'
import { genreLabel } from '#contract/genres.ts'
import type { Track } from '#contract/tracks.ts'
import { LikeButton } from '#web/features/likes/like-button.tsx'
import { RowCover } from '#web/features/player/controls/row-cover.tsx'
import { AddToPlaylistButton } from '#web/features/playlists/add-to-playlist-button.tsx'
import { useShare } from '#web/features/share/share-button.tsx'
import { creditedArtist } from '#web/lib/display-name.ts'
import { pluralize } from '#web/lib/format.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PrivacyLabel } from '#web/ui/privacy-label.tsx'
import { ArtistLink } from './artist-link.tsx'
import { LocalTime } from './local-time.tsx'
import { ReleaseLink } from './release-link.tsx'
import { Duration } from './spoken.tsx'
import { StoredMark } from './stored-mark.tsx'
import { TrackMenu } from './track-menu/track-menu.tsx'
import { TrackTitleLink } from './track-title-link.tsx'

type TrackRowProps = {
  track: Track
  rank: number
}

const cell = 'text-sm text-muted tabular-nums'

/** A track as a row, on two lines on phones. */
export const TrackRow = memo(function TrackRow({ track, rank }: TrackRowProps) {
  return (
    <article className="group grid grid-cols-[48px_minmax(0,1fr)] items-center gap-x-3 rounded-control px-1 py-2 hover:bg-surface tablet:min-h-19 tablet:grid-cols-[28px_56px_minmax(0,1fr)_auto] tablet:gap-x-4 tablet:px-3.5 desk:grid-cols-[28px_56px_minmax(0,1fr)_110px_56px_auto]">
      <span className={`${cell} hidden tablet:block`}>{rank}</span>
      <RowCover track={track} />
      <div className="min-w-0">
        <h2 className="text-base">
          <TrackTitleLink track={track} />
        </h2>
        <TrackMeta track={track} />
      </div>
      <span className={`${cell} hidden text-right desk:block`}>
        {track.playCount !== null && pluralize(track.playCount, 'play')}
      </span>
      <span className={`${cell} hidden text-right desk:block`}>
        <Duration seconds={track.duration} />
      </span>
      <RowActions track={track} />
    </article>
  )
})

function RowActions({ track }: { track: Track }) {
  const share = useShare()
  return (
    <div className="flex items-center justify-end gap-0.5 max-tablet:col-start-2 max-tablet:-ml-2 max-tablet:justify-start">
      <span className="tablet:min-w-19">
        <LikeButton track={track} />
      </span>
      <IconButton label={`Share ${track.title}`} onClick={() => share('track', track)}>
        <Share2 />
      </IconButton>
      <AddToPlaylistButton track={track} forVisitors />
      <TrackMenu track={track} />
    </div>
  )
}

/** Artist, genre and age. */
export function TrackMeta({ track }: { track: Track }) {
  return (
    <p className="mt-0.75 flex min-w-0 gap-x-2.5 text-sm leading-6 text-muted max-tablet:flex-wrap">
      <span className="tablet:truncate">
        <StoredMark id={track.id} />
        <ArtistLink
          userId={track.userId}
          className="inline-block max-w-full rounded-art align-top wrap-anywhere hover:underline"
        >
          {creditedArtist(track)}
        </ArtistLink>
        <ReleaseLink track={track} /> · {genreLabel(track.genre || 'Music')} ·{' '}
        <LocalTime relative time={track.createdAt} />
      </span>
      <PrivacyLabel item={track} />
    </p>
  )
}
