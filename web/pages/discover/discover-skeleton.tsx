import { TrackCardSkeleton } from '#web/blocks/track-card-skeleton.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { TextSkeleton } from '#web/ui/skeleton.tsx'

/** The page before its tracks are there, in the same places and sizes. */
export function DiscoverSkeleton() {
  return (
    <>
      <span role="status" className="sr-only">
        Loading tracks
      </span>
      <SectionSkeleton lead />
      <SectionSkeleton />
    </>
  )
}

const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

function SectionSkeleton({ lead }: { lead?: boolean }) {
  return (
    <div aria-hidden="true" className="pt-section">
      <div className="mb-4 tablet:mb-6">
        <TextSkeleton
          className={
            lead ? 'h-10 w-[min(460px,80%)] tablet:h-[71.4px]' : 'h-7 w-55 tablet:h-[36.7px]'
          }
        />
        <TextSkeleton className="mt-3 h-6.25 w-[min(300px,60%)]" />
      </div>
      <div className={classNames('card-row overflow-hidden', lead && 'card-row-five')}>
        <div className="carousel-track">
          {places.map((place) => (
            <TrackCardSkeleton key={place} />
          ))}
        </div>
      </div>
    </div>
  )
}
