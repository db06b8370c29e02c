import { X } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { genreLabel } from '#contract/genres.ts'
import type { Track } from '#contract/tracks.ts'
import { ArtistLink } from '#web/components/artist-link.tsx'
import { ReleaseLink } from '#web/components/release-link.tsx'
import { StoredMark } from '#web/components/stored-mark.tsx'
import { TrackMenu } from '#web/components/track-menu/track-menu.tsx'
import { TrackTitleLink } from '#web/components/track-title-link.tsx'
import { LikeIconButton } from '#web/features/likes/like-button.tsx'
import { RowCover } from '#web/features/player/controls/row-cover.tsx'
import { useTrackPlayState } from '#web/features/player/use-player.ts'
import { AddToPlaylist } from '#web/features/playlists/add-to-playlist.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { creditedArtist } from '#web/lib/display-name.ts'
import { formatDuration, formatNumber } from '#web/lib/format.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
export const listClass =
  '-mx-1.5 mt-1.5 [--row-height:68px] tablet:-mx-3.5 tablet:[--row-height:76px]'

/** Of a release the numbers replace the covers, and the artist is on top of the page. */
export type ListLayout = {
  isRelease: boolean
  hasDragHandle: boolean
}

/** The grid columns: title and actions on phones, more on wider screens. */
function columnsClass({ isRelease, hasDragHandle }: ListLayout): string {
  if (isRelease)
    return classNames(
      'grid gap-2.5 tablet:gap-4',
      hasDragHandle
        ? 'grid-cols-[28px_40px_minmax(0,1fr)_auto] tablet:grid-cols-[28px_40px_minmax(0,1fr)_56px_136px] nav:grid-cols-[28px_40px_minmax(0,1fr)_110px_56px_136px]'
        : 'grid-cols-[40px_minmax(0,1fr)_auto] tablet:grid-cols-[40px_minmax(0,1fr)_56px_136px] nav:grid-cols-[40px_minmax(0,1fr)_110px_56px_136px]',
    )
  return classNames(
    'grid gap-2.5 tablet:gap-4',
    hasDragHandle
      ? 'grid-cols-[28px_48px_minmax(0,1fr)_auto] tablet:grid-cols-[28px_28px_56px_minmax(0,1fr)_56px_136px] nav:grid-cols-[28px_28px_56px_minmax(0,2.4fr)_minmax(0,1fr)_110px_56px_136px]'
      : 'grid-cols-[48px_minmax(0,1fr)_auto] tablet:grid-cols-[28px_56px_minmax(0,1fr)_56px_136px] nav:grid-cols-[28px_56px_minmax(0,2.4fr)_minmax(0,1fr)_110px_56px_136px]',
  )
}

/** Column headers, hidden on phones. */
export function ColumnHeaders(layout: ListLayout) {
  return (
    <div
      aria-hidden="true"
      className={`${columnsClass(layout)} border-b border-line pb-2.5 text-sm font-semibold text-faint max-tablet:hidden`}
    >
      {layout.hasDragHandle && <span />}
      <span className={layout.isRelease ? 'text-center' : undefined}>#</span>
      {!layout.isRelease && <span />}
      <span>Title</span>
      {!layout.isRelease && <span className="hidden nav:block">Genre</span>}
      <span className="hidden text-right nav:block">Plays</span>
      <span className="text-right">Time</span>
    </div>
  )
}

export type RowActions = {
  /** Owner only. */
  onRemove?: ((track: Track) => void) | undefined
}

type TrackRowProps = RowActions & {
  track: Track
  row: number
  /** On the page of a release: its artist. */
  releaseArtist?: string | undefined
  /** The drag handle, owner only. */
  handle?: ReactNode
  isDragged?: boolean
}

const cell = 'text-sm text-muted tabular-nums'

export const TrackRow = memo(function TrackRow(props: TrackRowProps) {
  const { track, row, releaseArtist, handle, isDragged, onRemove } = props
  const isRelease = releaseArtist !== undefined
  return (
    <div
      className={classNames(
        columnsClass({ isRelease, hasDragHandle: handle !== undefined }),
        'group h-full items-center rounded-control px-1 py-2 tablet:px-3.5 tablet:py-2.5',
        isDragged
          ? 'bg-overlay shadow-[var(--shadow-lift),0_0_0_1.5px_var(--color-primary)]'
          : 'hover:bg-surface',
      )}
    >
      {handle}
      {isRelease ? (
        <div className="grid size-10 place-items-center text-muted tabular-nums *:[grid-area:1/1]">
          <span>{row + 1}</span>
          <RowCover track={track} className="size-10">
            <span />
          </RowCover>
        </div>
      ) : (
        <>
          <RowNumber track={track} row={row} />
          <RowCover track={track} />
        </>
      )}
      <div className="min-w-0">
        <TrackTitleLink track={track} />
        <RowSubtitle track={track} releaseArtist={releaseArtist} />
      </div>
      {!isRelease && (
        <span className={`${cell} hidden truncate nav:block`}>
          {genreLabel(track.genre || 'Music')}
        </span>
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
      <div className="flex justify-end tablet:gap-0.5">
        {onRemove ? (
          <IconButton
            label={`Remove ${track.title} from ${isRelease ? 'release' : 'playlist'}`}
            onClick={() => onRemove(track)}
          >
            <X />
          </IconButton>
        ) : (
          // First: nothing moves when it appears.
          <AddToPlaylist track={track} />
        )}
        <LikeIconButton track={track} />
        <TrackMenu track={track} />
      </div>
    </div>
  )
})

/** The artist, on a release only another than its own; and on phones the duration. */
function RowSubtitle({ track, releaseArtist }: Pick<TrackRowProps, 'track' | 'releaseArtist'>) {
  const isRelease = releaseArtist !== undefined
  const artist = isRelease ? track.artist : creditedArtist(track)
  const hasArtist = artist !== null && artist !== releaseArtist
  return (
    <span className="mt-0.5 flex items-center text-sm leading-6 text-muted">
      <StoredMark id={track.id} />
      {hasArtist && (
        <span className="truncate">
          <ArtistLink userId={track.userId} className="rounded-art hover:underline">
            {artist}
          </ArtistLink>
          {!isRelease && <ReleaseLink track={track} />}
        </span>
      )}
      {track.duration !== null && (
        <span className="shrink-0 whitespace-pre tabular-nums tablet:hidden">
          {hasArtist && ' · '}
          <span className="sr-only">Time </span>
          {formatDuration(track.duration)}
        </span>
      )}
    </span>
  )
}

/** The row number, or animated bars while the track plays. */
function RowNumber({ track, row }: { track: Track; row: number }) {
  const isPlaying = useTrackPlayState(track.id) === 'playing'
  return (
    <span className={`${cell} hidden tablet:block`}>
      {isPlaying ? (
        <span className="equalizer-bars text-primary-text" aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
      ) : (
        row + 1
      )}
    </span>
  )
}
