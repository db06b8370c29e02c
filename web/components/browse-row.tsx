import { memo, type ReactNode } from 'react'
import { Link } from 'wouter'
import { genreLabel } from '#contract/genres.ts'
import { paths } from '#contract/paths.ts'
import type { Track } from '#contract/tracks.ts'
import { LikeButton } from '#web/features/likes/like-button.tsx'
import { RowCover } from '#web/features/player/controls/row-cover.tsx'
import { AddToPlaylist } from '#web/features/playlists/add-to-playlist.tsx'
import { creditedArtist } from '#web/lib/display-name.ts'
import { formatDuration, formatNumber, pluralize } from '#web/lib/format.ts'
import { ArtistLink } from './artist-link.tsx'
import { ReleaseLink } from './release-link.tsx'
import { StoredMark } from './stored-mark.tsx'
import { TrackMenu } from './track-menu/track-menu.tsx'
import { TrackTitleLink } from './track-title-link.tsx'

/** The page of a genre has no column for it. */
const columns = (withGenre: boolean) =>
  `grid grid-cols-[48px_minmax(0,1fr)_auto] gap-3 tablet:grid-cols-[44px_56px_minmax(0,1fr)_56px_auto] tablet:gap-4 ${
    withGenre
      ? 'nav:grid-cols-[44px_56px_minmax(0,2.4fr)_minmax(0,1fr)_100px_56px_auto]'
      : 'nav:grid-cols-[44px_56px_minmax(0,1fr)_100px_56px_auto]'
  }`
const cell = 'text-sm text-muted tabular-nums'

type BrowseRowProps = {
  track: Track
  row: number
  withGenre: boolean
  /** Shown instead of the number of the row. */
  label?: string
  /** A third line. */
  note?: ReactNode
}

export const BrowseRow = memo(function BrowseRow(props: BrowseRowProps) {
  const { track, row, withGenre, note, label = formatNumber(row + 1) } = props
  return (
    <article
      className={`${columns(withGenre)} group h-full items-center rounded-control px-1 py-2 hover:bg-surface tablet:px-3.5`}
    >
      <span className={`${cell} hidden tablet:block`}>{label}</span>
      <RowCover track={track} />
      <div className="min-w-0">
        <TrackTitleLink track={track} />
        <p className="truncate text-sm text-muted">
          <StoredMark id={track.id} />
          <ArtistLink userId={track.userId} className="rounded-art hover:text-text hover:underline">
            {creditedArtist(track)}
          </ArtistLink>
          <ReleaseLink track={track} />
          {track.playCount !== null && (
            <span className="tabular-nums nav:hidden"> · {pluralize(track.playCount, 'play')}</span>
          )}
        </p>
        {note && <p className="truncate text-sm text-faint">{note}</p>}
      </div>
      {withGenre && (
        <Link
          href={paths.genre(track.genre ?? 'other')}
          className={`${cell} hidden w-fit max-w-full truncate rounded-art hover:text-text hover:underline nav:block`}
        >
          {genreLabel(track.genre || 'Music')}
        </Link>
      )}
      <span className={`${cell} hidden text-right nav:block`}>
        {track.playCount !== null && (
          <>
            <span className="sr-only">Plays </span>
            {formatNumber(track.playCount)}
          </>
        )}
      </span>
      <span className={`${cell} hidden text-right tablet:block`}>
        {track.duration !== null && (
          <>
            <span className="sr-only">Time </span>
            {formatDuration(track.duration)}
          </>
        )}
      </span>
      <div className="flex items-center justify-end tablet:min-w-38">
        {/* First: nothing moves when it appears. */}
        <span className="hidden tablet:flex">
          <AddToPlaylist track={track} />
        </span>
        {/* As wide as a count of three digits: the hearts are below each other. */}
        <span className="tablet:min-w-16">
          <LikeButton track={track} />
        </span>
        <TrackMenu track={track} />
      </div>
    </article>
  )
})

/** Column headers, hidden on phones. */
export function BrowseColumns({ withGenre }: { withGenre: boolean }) {
  return (
    <div
      aria-hidden="true"
      className={`${columns(withGenre)} border-b border-line pb-2.5 text-sm font-semibold text-faint max-tablet:hidden`}
    >
      <span>#</span>
      <span />
      <span>Title</span>
      {withGenre && <span className="hidden nav:block">Genre</span>}
      <span className="hidden text-right nav:block">Plays</span>
      <span className="text-right">Time</span>
      <span className="min-w-38" />
    </div>
  )
}
