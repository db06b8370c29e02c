import { Heart, Play } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'wouter'
import { genreLabel } from '#contract/genres.ts'
import { paths } from '#contract/paths.ts'
import type { Track } from '#contract/tracks.ts'
import { StoredMark } from '#web/components/stored-mark.tsx'
import { artworkSrcSet, artworkUrl } from '#web/lib/api-urls.ts'
import { classNames } from '#web/lib/class-names.ts'
import { pluralize } from '#web/lib/format.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { Artwork, coverAboveClass } from '#web/ui/artwork.tsx'
import { FromRelease } from './from-release.tsx'
import { TrackActions } from './track-actions.tsx'
import { TrackArtist } from './track-artist.tsx'

// Lazy: most tracks are public.
const PrivacyBadge = lazyComponent(
  async () => (await import('#web/ui/privacy-label.tsx')).PrivacyBadge,
)

const artworkSizes = '(min-width: 73.8rem) 392px, (min-width: 47.5rem) 300px, 90vw'
/** Longer titles are shown in smaller type. */
const longTitle = 40

export function TrackHero({ track }: { track: Track }) {
  const { title, playCount, likeCount } = track
  return (
    <HeroLayout
      artwork={
        <Artwork
          src={artworkUrl(track, 384)}
          srcSet={artworkSrcSet(track)}
          sizes={artworkSizes}
          eager="first"
          large
        />
      }
    >
      <div className="flex flex-wrap items-center gap-2.5">
        <Link
          href={paths.genre(track.genre || 'other')}
          className="inline-flex h-8 items-center rounded-full border border-line-strong px-3.5 text-sm font-semibold hover:bg-raised"
        >
          {genreLabel(track.genre || 'Music')}
        </Link>
        <StoredMark id={track.id} />
        <Suspense>{track.privacy !== 'public' && <PrivacyBadge item={track} />}</Suspense>
      </div>
      <h1
        className={classNames(
          'mt-4.5 font-display leading-[0.92] font-extrabold tracking-hero text-balance wrap-anywhere',
          title.length <= longTitle
            ? 'text-[clamp(2.75rem,1.4rem+5.2vw,6rem)]'
            : title.length <= 2 * longTitle
              ? 'text-5xl'
              : 'text-3xl leading-tight tablet:text-4xl',
        )}
      >
        {title}
      </h1>
      <div className="mt-5.5 flex flex-wrap items-center gap-x-5.5 gap-y-2.5 text-muted">
        <TrackArtist track={track} />
        {playCount !== null && (
          <Count icon={<Play aria-hidden="true" />}>{pluralize(playCount, 'play')}</Count>
        )}
        {likeCount !== null && (
          <Count icon={<Heart aria-hidden="true" />}>{pluralize(likeCount, 'like')}</Count>
        )}
      </div>
      {track.release && <FromRelease release={track.release} />}
      <TrackActions track={track} />
    </HeroLayout>
  )
}

function Count({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.75 tabular-nums [&>svg]:size-4">
      {icon}
      {children}
    </span>
  )
}

/** Cover beside the text; stacked on phones. */
export function HeroLayout({ artwork, children }: { artwork: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-7 pt-5 tablet:grid-cols-[300px_minmax(0,1fr)] tablet:items-end tablet:gap-9 tablet:pt-14 desk:grid-cols-[392px_minmax(0,1fr)] desk:gap-14">
      <div className={coverAboveClass}>{artwork}</div>
      <div>{children}</div>
    </div>
  )
}
