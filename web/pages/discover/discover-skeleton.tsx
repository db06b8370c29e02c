import { sectionTexts } from '#contract/section-texts.ts'
import { TrackCardSkeleton } from '#web/components/track-card-skeleton.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { SectionHeading, SectionLinks } from '#web/ui/section-heading.tsx'

/** Loading state in the layout of the loaded page. */
export function DiscoverSkeleton() {
  return (
    <>
      <span role="status" className="sr-only">
        Loading tracks
      </span>
      <SectionSkeleton lead {...sectionTexts.curated} />
      <SectionSkeleton {...sectionTexts.recent} />
    </>
  )
}

const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

type SectionSkeletonProps = { title: string; subtitle: string; lead?: boolean }

function SectionSkeleton({ lead = false, ...texts }: SectionSkeletonProps) {
  return (
    <div aria-hidden="true" className="pt-section">
      <SectionHeading skeleton lead={lead} {...texts}>
        <SectionLinks>{lead && <span className="size-10 shrink-0" />}</SectionLinks>
      </SectionHeading>
      <div className={classNames('card-row overflow-hidden', lead && 'card-row-five')}>
        <div className="carousel-track">
          {keys.map((key) => (
            <TrackCardSkeleton key={key} />
          ))}
        </div>
      </div>
    </div>
  )
}
