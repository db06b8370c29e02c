import { TrackCardSkeleton } from '#web/components/track-card-skeleton.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { gridClass } from './search-sections.tsx'

/** Where the first results will be. */
export function SearchSkeleton() {
  return (
    <div aria-hidden="true" className="pt-8 tablet:pt-10">
      <TextSkeleton className="mb-4 h-7.25 w-28 tablet:mb-6 tablet:h-9.25" />
      <div className={gridClass}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((place) => (
          <TrackCardSkeleton key={place} />
        ))}
      </div>
    </div>
  )
}
