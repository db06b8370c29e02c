import { LoaderCircle } from 'lucide-react'
import type { PlaylistDetail } from '#contract/playlists.ts'
import { useUpdateCover } from '#web/features/playlists/use-playlist-mutations.ts'
import { coverSrcSet, coverUrl } from '#web/lib/api-urls.ts'
import { formatTrackCount } from '#web/lib/format.ts'
import { Artwork } from '#web/ui/artwork.tsx'
import { PrivacyLabel } from '#web/ui/privacy-label.tsx'
import { PlaylistActions } from './playlist-actions.tsx'

type PlaylistHeaderProps = { playlist: PlaylistDetail; isOwner: boolean }

export function PlaylistHeader({ playlist, isOwner }: PlaylistHeaderProps) {
  const cover = useUpdateCover(playlist)
  return (
    <section className="grid items-end gap-6 pt-4 tablet:grid-cols-[clamp(200px,26vw,296px)_minmax(0,1fr)] tablet:gap-12">
      <Cover playlist={playlist} isChanging={cover.isPending} />
      <div className="min-w-0">
        <h1 className="mt-3 font-display text-5xl leading-tight font-extrabold tracking-display wrap-break-word text-balance">
          {playlist.title}
        </h1>
        {playlist.description && (
          <p className="mt-4 max-w-[56ch] text-lg wrap-break-word whitespace-pre-line text-muted">
            {playlist.description}
          </p>
        )}
        <p className="mt-3 flex flex-wrap gap-x-4.5 gap-y-1.5 text-md text-muted">
          {formatTrackCount(playlist.playlistTracks.length)}
          <PrivacyLabel privacy={playlist.privacy} />
        </p>
        <PlaylistActions playlist={playlist} isOwner={isOwner} onCover={cover.mutate} />
      </div>
    </section>
  )
}

type CoverProps = { playlist: PlaylistDetail; isChanging: boolean }

function Cover({ playlist, isChanging }: CoverProps) {
  return (
    <div className="relative max-w-60 tablet:max-w-none" aria-busy={isChanging}>
      <Artwork
        src={coverUrl(playlist, 384)}
        srcSet={coverSrcSet(playlist)}
        sizes="(min-width: 47.5rem) 296px, 240px"
        eager="first"
        className="rounded-art-lg!"
      />
      {isChanging && (
        <span
          role="status"
          className="absolute inset-0 grid place-items-center rounded-art-lg bg-[rgb(10_7_5/0.58)] text-[#fff6e8]"
        >
          <LoaderCircle aria-label="Updating cover" className="spinning size-9" />
        </span>
      )}
    </div>
  )
}
