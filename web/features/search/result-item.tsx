import { Link } from 'wouter'
import { displayName } from '#contract/display-name.ts'
import { paths } from '#contract/paths.ts'
import type { Track } from '#contract/tracks.ts'
import { usePlayTrack } from '#web/features/player/queue/playable-list.tsx'
import { useTrackPlayState } from '#web/features/player/use-player.ts'
import { artworkSrcSet, artworkUrl, coverSrcSet, coverUrl } from '#web/lib/api-urls.ts'
import { creditedArtist } from '#web/lib/display-name.ts'
import { formatDuration } from '#web/lib/format.ts'
import { playlistSubtitle } from '#web/lib/release-text.ts'
import { Artwork } from '#web/ui/artwork.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { PlayButton } from '#web/ui/play-button.tsx'
import type { ResultRow } from './grid-navigation.ts'
import { highlight } from './highlight.ts'
import { Cell, Row } from './result-grid.tsx'

type ResultItemProps = {
  row: ResultRow
  query: string
  active: string | null
  onSelect: () => void
}

/** A search result: track, artist, album, playlist or the link to all results. */
export function ResultItem({ row, query, active, onSelect }: ResultItemProps) {
  const [open, play] = row.cells
  const isActive = active !== null && row.cells.includes(active)
  return (
    <Row isActive={isActive}>
      <Cell id={open} isActive={isActive && active === open}>
        <Link
          href={hrefOf(row, query)}
          tabIndex={-1}
          onClick={onSelect}
          className="grid grid-cols-[44px_minmax(0,1fr)_auto] items-center gap-3 px-3 py-1.75"
        >
          <Content row={row} query={query} />
        </Link>
      </Cell>
      {row.kind === 'track' && (
        <Cell round id={play} isActive={isActive && active === play}>
          <PlayCell track={row.track} />
        </Cell>
      )}
    </Row>
  )
}

function hrefOf(row: ResultRow, query: string): string {
  if (row.kind === 'track') return paths.track(row.track)
  if (row.kind === 'artist') return paths.profile(row.artist.id)
  return row.kind === 'all' ? paths.search(query) : paths.playlist(row.playlist)
}

function Content({ row, query }: { row: ResultRow; query: string }) {
  switch (row.kind) {
    case 'track': {
      const { track } = row
      const image = { src: artworkUrl(track, 96), srcSet: artworkSrcSet(track) }
      return (
        <>
          <Artwork {...image} sizes="44px" />
          <ResultText title={track.title} query={query} subtitle={creditedArtist(track)} />
          <span className="pr-1 text-sm text-muted tabular-nums">
            {track.duration !== null && formatDuration(track.duration)}
          </span>
        </>
      )
    }
    case 'artist': {
      const { artist } = row
      return (
        <>
          <Avatar user={artist} />
          <ResultText title={displayName(artist)} query={query} subtitle={`@${artist.username}`} />
        </>
      )
    }
    case 'album':
    case 'playlist': {
      const { playlist } = row
      const image = { src: coverUrl(playlist, 96), srcSet: coverSrcSet(playlist) }
      return (
        <>
          <Artwork {...image} sizes="44px" />
          <ResultText title={playlist.title} query={query} subtitle={playlistSubtitle(playlist)} />
        </>
      )
    }
    case 'all':
      return (
        <strong className="col-span-full truncate py-1.5 text-md font-semibold text-primary-text">
          See all results for “{query}”
        </strong>
      )
  }
}

function ResultText({
  title,
  query,
  subtitle,
}: {
  title: string
  query: string
  subtitle: string
}) {
  let at = 0
  return (
    <span className="min-w-0">
      <strong className="block truncate text-md leading-row font-semibold" title={title}>
        {highlight(title, query).map(({ text, matches }) => {
          const key = at
          at += text.length
          if (!matches) return text
          return (
            <mark key={key} className="bg-transparent text-primary-text">
              {text}
            </mark>
          )
        })}
      </strong>{' '}
      <span className="block truncate text-sm text-muted">{subtitle}</span>
    </span>
  )
}

function PlayCell({ track }: { track: Track }) {
  return (
    <PlayButton
      state={useTrackPlayState(track.id)}
      what={track.title}
      tabIndex={-1}
      onClick={usePlayTrack(track)}
      className="size-9 [&>svg]:size-4"
    />
  )
}
