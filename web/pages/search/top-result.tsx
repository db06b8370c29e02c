import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { displayName } from '#contract/display-name.ts'
import { paths } from '#contract/paths.ts'
import { RowCover } from '#web/features/player/controls/row-cover.tsx'
import type { TopResult as Result } from '#web/features/search/search-results.ts'
import { artworkSrcSet, artworkUrl, coverSrcSet, coverUrl } from '#web/lib/api-urls.ts'
import { creditedArtist } from '#web/lib/display-name.ts'
import { playlistSubtitle } from '#web/lib/release-text.ts'
import { Artwork } from '#web/ui/artwork.tsx'
import { Avatar } from '#web/ui/avatar.tsx'

const sizes = '(min-width: 47.5rem) 144px, 96px'
const imageClass = 'w-24 shrink-0 tablet:w-36'

/** The one that was most likely meant, larger than the others. */
export function TopResult({ result }: { result: Result }) {
  if (result.kind === 'artist') {
    const { artist } = result
    return (
      <Card
        image={<Avatar size="tile" user={artist} />}
        href={paths.profile(artist.id)}
        title={displayName(artist)}
        text={`Artist · @${artist.username}`}
      />
    )
  }
  if (result.kind === 'track') {
    const { track } = result
    return (
      <Card
        image={
          <RowCover track={track} className="w-full">
            <Artwork src={artworkUrl(track, 384)} srcSet={artworkSrcSet(track)} sizes={sizes} />
          </RowCover>
        }
        href={paths.track(track)}
        title={track.title}
        text={`Track by ${creditedArtist(track)}`}
      />
    )
  }
  const { playlist } = result
  return (
    <Card
      image={<Artwork src={coverUrl(playlist, 384)} srcSet={coverSrcSet(playlist)} sizes={sizes} />}
      href={paths.playlist(playlist)}
      title={playlist.title}
      text={playlistSubtitle(playlist)}
    />
  )
}

type CardProps = { image: ReactNode; href: string; title: string; text: string }

function Card({ image, href, title, text }: CardProps) {
  return (
    <section
      aria-label="Top result"
      className="group mt-6 flex max-w-180 items-center gap-4 rounded-panel border border-line bg-surface p-4 tablet:mt-8 tablet:gap-7 tablet:p-6"
    >
      <div className={imageClass}>{image}</div>
      <div className="min-w-0">
        <p className="text-sm font-semibold text-muted">Top result</p>
        <Link
          href={href}
          title={title}
          className="mt-1.5 line-clamp-3 rounded-art font-display text-2xl leading-heading font-bold tracking-display wrap-anywhere hover:underline tablet:text-3xl"
        >
          {title}
        </Link>
        <p className="mt-1.5 truncate text-muted">{text}</p>
      </div>
    </section>
  )
}
