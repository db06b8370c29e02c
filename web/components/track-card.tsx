import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import type { Track } from '#contract/tracks.ts'
import { LikeButton } from '#web/features/likes/like-button.tsx'
import { usePlayTrack } from '#web/features/player/queue/playable-list.tsx'
import { useTrackPlayState } from '#web/features/player/use-player.ts'
import { AddToPlaylist } from '#web/features/playlists/add-to-playlist.tsx'
import { artworkSrcSet, artworkUrl } from '#web/lib/api-urls.ts'
import { classNames } from '#web/lib/class-names.ts'
import { creditedArtist } from '#web/lib/display-name.ts'
import { Artwork } from '#web/ui/artwork.tsx'
import { PlayButton, type PlayState } from '#web/ui/play-button.tsx'
import { ArtistLink } from './artist-link.tsx'
import { ReleaseLink } from './release-link.tsx'
import { StoredMark } from './stored-mark.tsx'
import { TrackMenu } from './track-menu/track-menu.tsx'
import { TrackTitleLink } from './track-title-link.tsx'

type TrackCardProps = {
  track: Track
  /** Rank, shown as a large numeral. */
  rank?: number
  /** Visible on load. */
  eager?: boolean | 'first'
}

const artworkSizes = '(min-width: 73.8rem) 17vw, (min-width: 47.5rem) 30vw, 44vw'

export function TrackCard({ track, rank, eager }: TrackCardProps) {
  const playing = useTrackPlayState(track.id)
  return (
    <article className="group relative min-w-0">
      <Cover track={track} playing={playing} eager={eager ?? false} />
      <div className="grid grid-cols-[auto_minmax(0,1fr)] pt-2.25 tablet:pt-2.75">
        {rank !== undefined && (
          <span className="row-span-2 mr-2.25 self-center font-display text-3xl leading-[0.8] font-extrabold tracking-hero text-primary-text tabular-nums tablet:mr-3 tablet:text-4xl">
            {rank}
          </span>
        )}
        <TrackTitleLink track={track} className="col-start-2 truncate leading-6 font-semibold" />
        <span className="col-start-2 truncate text-sm leading-6 text-muted">
          <StoredMark id={track.id} />
          <ArtistLink userId={track.userId} className="rounded-art hover:underline">
            {creditedArtist(track)}
          </ArtistLink>
          <ReleaseLink track={track} />
        </span>
        <div className="col-span-full mt-[1.6px] -ml-2 flex min-h-8 items-center gap-0.5">
          <LikeButton track={track} />
          <AddToPlaylist track={track} variant="small" />
          {/* At the edge: it stays when the button before it appears. */}
          <span className="-mr-1.5 ml-auto">
            <TrackMenu track={track} size="small" />
          </span>
        </div>
      </div>
    </article>
  )
}

type CoverProps = {
  track: Track
  playing: PlayState
  eager: boolean | 'first'
}

function Cover({ track, playing, eager }: CoverProps) {
  const isCurrent = playing !== 'idle'
  return (
    <div className="relative">
      <Link href={paths.track(track)} tabIndex={-1} aria-hidden="true">
        <Artwork
          src={artworkUrl(track, 384)}
          srcSet={artworkSrcSet(track)}
          sizes={artworkSizes}
          eager={eager}
          className="[&>img]:transition-transform [&>img]:duration-(--duration-slow) mouse:group-hover:[&>img]:scale-[1.035]"
        />
      </Link>
      {playing === 'playing' && (
        <span className="pointer-events-none absolute bottom-4.5 left-2.5 hidden h-8 items-center gap-2 rounded-full bg-[rgb(14_10_8/0.72)] pr-3.25 pl-2.75 text-xs font-semibold text-[#ffd083] backdrop-blur-[8px] tablet:flex">
          <span className="equalizer-bars" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          Playing
        </span>
      )}
      <PlayButton
        state={playing}
        what={track.title}
        onClick={usePlayTrack(track)}
        className={classNames(
          'primary-fill-floating absolute right-2 bottom-2 size-10.5 tablet:right-2.5 tablet:bottom-2.5 tablet:size-12 [&>svg]:size-4.5 tablet:[&>svg]:size-5.5',
          !isCurrent &&
            'mouse:translate-y-1.5 mouse:opacity-0 mouse:group-focus-within:translate-y-0 mouse:group-focus-within:opacity-100 mouse:group-hover:translate-y-0 mouse:group-hover:opacity-100',
        )}
      />
    </div>
  )
}
