import { ArtworkSkeleton, TextSkeleton } from '#web/ui/skeleton.tsx'

/** Loading state in the layout of the loaded page. */
export function PlaylistSkeleton() {
  return (
    <div className="page-width pt-9 pb-section" aria-busy="true">
      <span role="status" className="sr-only">
        Loading playlist
      </span>
      <div aria-hidden="true">
        <TextSkeleton className="mb-3.75 h-5 w-32" />
        <div className="grid items-end gap-6 pt-4 tablet:grid-cols-[clamp(200px,26vw,296px)_minmax(0,1fr)] tablet:gap-12">
          <div className="max-w-60 tablet:max-w-none">
            <ArtworkSkeleton />
          </div>
          <div>
            <TextSkeleton className="mt-3 h-12 w-[min(460px,80%)] tablet:h-16" />
            <TextSkeleton className="mt-5 h-4.5 w-[min(520px,95%)]" />
            <TextSkeleton className="mt-4 h-4 w-20" />
            <div className="mt-7 flex gap-3">
              <span className="sheen h-13 w-35 rounded-full tablet:h-14" />
              <span className="sheen size-11 self-center rounded-full" />
            </div>
          </div>
        </div>
        <div className="mt-12 tablet:mt-22">
          {['a', 'b', 'c', 'd', 'e'].map((key) => (
            <div key={key} className="flex h-17 items-center gap-4 tablet:h-19">
              <span className="sheen size-12 shrink-0 rounded-art tablet:size-14" />
              <span className="flex-1">
                <TextSkeleton className="h-4 w-[min(240px,60%)]" />
                <TextSkeleton className="mt-2.25 h-3.25 w-[min(140px,40%)]" />
              </span>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
