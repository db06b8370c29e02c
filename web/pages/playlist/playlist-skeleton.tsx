import { ArtworkSkeleton, RowSkeletons, TextSkeleton } from '#web/ui/skeleton.tsx'
import { belowClass, coverClass, headerClass } from './playlist-header.tsx'

/** Loading state in the layout of the loaded page. */
export function PlaylistSkeleton({ isRelease }: { isRelease: boolean }) {
  return (
    <div className="page-width pt-9 pb-section" aria-busy="true">
      <span role="status" className="sr-only">
        Loading {isRelease ? 'album' : 'playlist'}
      </span>
      <div aria-hidden="true">
        <TextSkeleton className="mb-3.75 h-5 w-32" />
        <div className={headerClass(isRelease)}>
          <div className={coverClass}>
            <ArtworkSkeleton />
          </div>
          <div>
            <TextSkeleton className="h-9 w-[min(460px,80%)] tablet:mt-3 tablet:h-16" />
            <TextSkeleton className="mt-2.5 h-9 w-[min(320px,95%)] tablet:mt-4" />
          </div>
          <div className={belowClass}>
            <TextSkeleton className="h-4.5 w-[min(520px,95%)] tablet:mt-4" />
            <div className="mt-6 flex gap-3 tablet:mt-7">
              <span className="shimmer h-13 w-35 rounded-full tablet:h-14" />
              <span className="shimmer size-11 self-center rounded-full" />
            </div>
          </div>
        </div>
        <div className="mt-12 tablet:mt-22">
          <RowSkeletons
            rows={5}
            className="flex h-17 items-center gap-4 tablet:h-19"
            image="size-12 rounded-art tablet:size-14"
          />
        </div>
      </div>
    </div>
  )
}
