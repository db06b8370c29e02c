import { WaveBars } from '#web/features/player/controls/waveform/wave-bars.tsx'
import { ArtworkSkeleton, TextSkeleton } from '#web/ui/skeleton.tsx'
import { HeroLayout } from './track-hero.tsx'

/** Loading state in the layout of the loaded page. */
export function TrackSkeleton() {
  return (
    <div aria-busy="true" className="page-width pb-section">
      <span role="status" className="sr-only">
        Loading track
      </span>
      <div aria-hidden="true">
        <HeroLayout artwork={<ArtworkSkeleton />}>
          <TextSkeleton className="h-8 w-24 rounded-full" />
          <TextSkeleton className="mt-4.5 h-[calc(0.92*clamp(2.75rem,1.4rem+5.2vw,6rem))] w-[min(100%,34rem)]" />
          <div className="mt-5.5 flex flex-wrap items-center gap-x-5.5 gap-y-2.5">
            <TextSkeleton className="h-9 w-44 max-tablet:basis-full" />
            <TextSkeleton className="h-6 w-24" />
            <TextSkeleton className="h-6 w-24" />
          </div>
          <div className="mt-6 flex items-center gap-2.5 tablet:mt-8.5 tablet:gap-3">
            <TextSkeleton className="mr-1 size-16 rounded-full tablet:mr-2.5 tablet:size-19" />
            <TextSkeleton className="h-11 w-24 rounded-full" />
            <TextSkeleton className="h-11 w-25 rounded-full" />
          </div>
        </HeroLayout>
        <div className="@container relative mt-15 h-24 opacity-40 tablet:mt-19 tablet:h-33">
          <WaveBars trackId="" />
        </div>
      </div>
    </div>
  )
}
