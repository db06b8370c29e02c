import { ArtworkSkeleton, TextSkeleton } from '#web/ui/skeleton.tsx'

export function CardSkeleton({ className }: { className: string }) {
  return (
    <div role="status" aria-label="Loading playlists" className={className}>
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
