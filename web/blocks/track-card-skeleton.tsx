import { ArtworkSkeleton, TextSkeleton } from '#web/ui/skeleton.tsx'

/** Where a track card will be, in the same size. */
export function TrackCardSkeleton() {
  return (
    <div>
      <ArtworkSkeleton />
      <TextSkeleton className="mt-4 h-4 w-[78%]" />
      <TextSkeleton className="mt-2.25 mb-7.75 h-3.25 w-[52%]" />
    </div>
  )
}
