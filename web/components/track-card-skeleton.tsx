import { ArtworkSkeleton, TextSkeleton } from '#web/ui/skeleton.tsx'

/** Placeholder in the size of a track card. */
export function TrackCardSkeleton() {
  return (
    <div>
      <ArtworkSkeleton />
      <div className="h-[90.6px] pt-4 tablet:h-[92.6px]">
        <TextSkeleton className="h-4 w-[78%]" />
        <TextSkeleton className="mt-2.25 h-3.25 w-[52%]" />
      </div>
    </div>
  )
}
