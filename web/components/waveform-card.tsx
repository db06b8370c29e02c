import { useQuery } from '@tanstack/react-query'
import { Heart, Share2 } from 'lucide-react'
import { memo, useRef } from 'react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import type { Track } from '#contract/tracks.ts'
import { waveformQuery } from '#web/api/tracks.ts'
import { useLike } from '#web/features/likes/use-like.ts'
import { Waveform } from '#web/features/player/controls/waveform/waveform.tsx'
import { usePlayTrack } from '#web/features/player/queue/playable-list.tsx'
import { useTrackPlayState } from '#web/features/player/use-player.ts'
import { AddToPlaylistButton } from '#web/features/playlists/add-to-playlist-button.tsx'
import { useShare } from '#web/features/share/share-button.tsx'
import { artworkSrcSet, artworkUrl } from '#web/lib/api-urls.ts'
import { formatNumber, pluralize } from '#web/lib/format.ts'
import { useInView } from '#web/lib/use-in-view.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { Artwork } from '#web/ui/artwork.tsx'
import { PlayButton } from '#web/ui/play-button.tsx'
import { Duration } from './spoken.tsx'
import { TrackMenu } from './track-menu/track-menu.tsx'
import { TrackMeta } from './track-row.tsx'
import { TrackTitleLink } from './track-title-link.tsx'

type WaveformCardProps = {
  track: Track
  /** Visible on load. */
  eager?: boolean
}

/** A track with its cover, waveform and actions. */
export const WaveformCard = memo(function WaveformCard({
  track,
  eager = false,
}: WaveformCardProps) {
  return (
    <article className="relative grid grid-cols-[92px_minmax(0,1fr)] gap-3.5 rounded-panel border border-line bg-surface p-3.5 [--behind-playhead:var(--color-surface)] tablet:grid-cols-[188px_minmax(0,1fr)] tablet:gap-7 tablet:p-5">
      <Link href={paths.track(track)} tabIndex={-1} aria-hidden="true">
        <Artwork
          src={artworkUrl(track, 192)}
          srcSet={artworkSrcSet(track)}
          sizes="(min-width: 47.5rem) 188px, 92px"
          eager={eager}
        />
      </Link>
      <div className="flex min-w-0 flex-col max-tablet:contents">
        <CardHeader track={track} />
        <CardWaveform track={track} />
        <CardActions track={track} />
      </div>
    </article>
  )
})

/** Lists have no waveforms: that of a card is loaded once it is visible. */
export function CardWaveform({ track }: { track: Track }) {
  const box = useRef<HTMLDivElement>(null)
  const inView = useInView(box)
  const isReady = track.processing === 'ready'
  const { data: levels } = useQuery({ ...waveformQuery(track.id), enabled: inView && isReady })
  return (
    <div ref={box} className="my-1.5 h-12 max-tablet:col-span-full tablet:my-auto tablet:h-15">
      <Waveform plain track={track} levels={levels} className="h-full" />
    </div>
  )
}

function CardHeader({ track }: { track: Track }) {
  const state = useTrackPlayState(track.id)
  return (
    <div className="flex min-w-0 items-center gap-2.5 tablet:gap-4">
      <PlayButton
        state={state}
        what={track.title}
        onClick={usePlayTrack(track)}
        className="size-12 max-tablet:absolute max-tablet:top-15.5 max-tablet:left-15.5 max-tablet:size-10 [&>svg]:size-5.5 max-tablet:[&>svg]:size-4.5"
      />
      <div className="min-w-0 flex-1">
        <h2 className="font-display text-xl leading-snug font-bold">
          <TrackTitleLink
            track={track}
            className="line-clamp-2 wrap-anywhere tablet:line-clamp-1"
          />
        </h2>
        <TrackMeta track={track} />
      </div>
      {track.duration !== null && (
        <span className="hidden text-muted tabular-nums tablet:block">
          <Duration seconds={track.duration} />
        </span>
      )}
      <TrackMenu track={track} />
    </div>
  )
}

function CardActions({ track }: { track: Track }) {
  const { liked, toggle } = useLike(track)
  const share = useShare()
  return (
    <div className="-ml-2 flex items-center gap-1 max-tablet:col-span-full tablet:-ml-2.5">
      <ActionButton
        labelOnPhones
        label={
          track.likeCount === null
            ? `Like ${track.title}`
            : `Like ${track.title}: ${formatNumber(track.likeCount)}`
        }
        aria-pressed={liked}
        icon={<Heart aria-hidden="true" className={liked ? 'fill-current' : ''} />}
        onClick={toggle}
        className="aria-pressed:text-like"
      >
        {track.likeCount !== null && formatNumber(track.likeCount)}
      </ActionButton>
      <ActionButton
        label={`Share ${track.title}`}
        icon={<Share2 aria-hidden="true" />}
        onClick={() => share('track', track)}
      >
        Share
      </ActionButton>
      <AddToPlaylistButton track={track} variant="quiet" forVisitors />
      <span className="ml-auto hidden text-sm text-faint tabular-nums tablet:block">
        {track.playCount !== null && pluralize(track.playCount, 'play')}
      </span>
    </div>
  )
}
