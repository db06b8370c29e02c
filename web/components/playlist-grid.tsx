import { ArtworkSkeleton, TextSkeleton } from '#web/ui/skeleton.tsx'

/** Of a grid of playlist cards. */
export const playlistGridClass =
  'grid grid-cols-2 content-start gap-x-3.5 gap-y-6 tablet:grid-cols-3 tablet:gap-card desk:grid-cols-5'

export function PlaylistGridSkeleton() {
  return (
    <div role="status" aria-label="Loading playlists" className={playlistGridClass}>
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <div key={key}>
          <ArtworkSkeleton />
          <TextSkeleton className="mt-3 h-4 w-32 max-w-full" />
          <TextSkeleton className="mt-2 h-3.25 w-20" />
        </div>
      ))}
    </div>
  )
}
