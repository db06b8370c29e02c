import { LoaderCircle } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import { isReleaseType } from '#contract/playlist-types.ts'
import type { PlaylistDetail } from '#contract/playlists.ts'
import { useUpdateCover } from '#web/features/playlists/use-playlist-mutations.ts'
import { coverSrcSet, coverUrl } from '#web/lib/api-urls.ts'
import { classNames } from '#web/lib/class-names.ts'
import { artistName, otherArtist } from '#web/lib/display-name.ts'
import { formatTrackCount } from '#web/lib/format.ts'
import { formatTotalDuration } from '#web/lib/format-total-duration.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { typeAndYear } from '#web/lib/release-text.ts'
import { Artwork, coverAboveClass } from '#web/ui/artwork.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { PlaylistActions } from './playlist-actions.tsx'

// Lazy: most playlists are public, and many have no description.
const PrivacyBadge = lazyComponent(
  async () => (await import('#web/ui/privacy-label.tsx')).PrivacyBadge,
)
const LinkedText = lazyComponent(async () => (await import('#web/ui/linked-text.tsx')).LinkedText)

/**
 * Of a playlist, cover and title side by side at every width; description and actions below them on phones. A release
 * has a cover as large as that of a track.
 */
export const headerClass = (isRelease: boolean) =>
  `grid gap-y-5 pt-2 tablet:grid-rows-[1fr_auto] tablet:items-end tablet:gap-y-0 tablet:pt-4 ${
    isRelease
      ? 'grid-cols-[minmax(0,1fr)] tablet:grid-cols-[300px_minmax(0,1fr)] tablet:gap-x-9 desk:grid-cols-[392px_minmax(0,1fr)] desk:gap-x-14'
      : 'grid-cols-[112px_minmax(0,1fr)] items-center gap-x-4 tablet:grid-cols-[clamp(200px,26vw,296px)_minmax(0,1fr)] tablet:gap-x-12'
  }`
export const coverClass = `tablet:row-span-2 ${coverAboveClass}`
export const belowClass = 'min-w-0 max-tablet:col-span-full tablet:col-start-2'

/** It is set smaller. */
const longTitle = 60

type PlaylistHeaderProps = { playlist: PlaylistDetail; isOwner: boolean }

export function PlaylistHeader({ playlist, isOwner }: PlaylistHeaderProps) {
  const cover = useUpdateCover(playlist)
  const isRelease = isReleaseType(playlist.type)
  return (
    <section className={headerClass(isRelease)}>
      <Cover playlist={playlist} isRelease={isRelease} isChanging={cover.isPending} />
      <div className="min-w-0">
        {isRelease && <p className="mb-2 font-semibold text-muted">{typeAndYear(playlist)}</p>}
        <Suspense>{playlist.privacy !== 'public' && <PrivacyBadge item={playlist} />}</Suspense>
        <h1
          className={classNames(
            'font-display leading-tight font-extrabold tracking-display text-balance wrap-anywhere not-first:mt-2.5 tablet:mt-3',
            playlist.title.length > longTitle
              ? 'text-2xl tablet:text-4xl'
              : 'text-4xl tablet:text-5xl',
          )}
        >
          {playlist.title}
        </h1>
        <PlaylistMeta playlist={playlist} />
      </div>
      <div className={belowClass}>
        {playlist.description && (
          <p className="max-w-[56ch] wrap-anywhere whitespace-pre-line text-muted tablet:mt-4 tablet:text-lg">
            <Suspense fallback={playlist.description}>
              <LinkedText text={playlist.description} />
            </Suspense>
          </p>
        )}
        <PlaylistActions playlist={playlist} isOwner={isOwner} onCover={cover.mutate} />
      </div>
    </section>
  )
}

/** Artist, owner, number of tracks and total duration. */
function PlaylistMeta({ playlist }: { playlist: PlaylistDetail }) {
  const { trackCount, duration } = playlist
  const artist = otherArtist(playlist)
  return (
    <p className="mt-2.5 flex flex-wrap items-center gap-x-4.5 gap-y-1.5 text-muted max-tablet:text-sm tablet:mt-4">
      {artist && (
        <span className="font-semibold wrap-anywhere text-text max-tablet:basis-full">
          {artist}
        </span>
      )}
      <Link
        href={paths.profile(playlist.userId)}
        className="inline-flex max-w-full min-w-0 items-center gap-2.5 rounded-full font-semibold text-text max-tablet:basis-full [&:hover>span:last-child]:underline"
      >
        <Avatar size="small" user={playlist.user} />
        <span className="min-w-0 truncate">{artistName(playlist)}</span>
      </Link>
      <span className="tabular-nums">{formatTrackCount(trackCount)}</span>
      {duration > 0 && <span className="tabular-nums">{formatTotalDuration(duration)}</span>}
    </p>
  )
}

type CoverProps = { playlist: PlaylistDetail; isRelease: boolean; isChanging: boolean }

function Cover({ playlist, isRelease, isChanging }: CoverProps) {
  return (
    <div className={`relative ${coverClass}`} aria-busy={isChanging}>
      <Artwork
        src={coverUrl(playlist, 384)}
        srcSet={coverSrcSet(playlist)}
        sizes={
          isRelease
            ? '(min-width: 73.8rem) 392px, (min-width: 47.5rem) 300px, 90vw'
            : '(min-width: 47.5rem) 296px, 112px'
        }
        eager="first"
        large
      />
      {isChanging && (
        <span
          role="status"
          className="absolute inset-0 grid place-items-center rounded-art-lg bg-shade text-on-shade"
        >
          <LoaderCircle aria-label="Updating cover" className="spinning size-9" />
        </span>
      )}
    </div>
  )
}
