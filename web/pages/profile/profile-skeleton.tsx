import { RowSkeletons, TextSkeleton } from '#web/ui/skeleton.tsx'
import { HeroLayout } from './profile-hero.tsx'

const three = ['a', 'b', 'c']

/** Loading state in the layout of the loaded page. */
export function ProfileSkeleton() {
  return (
    <div aria-busy="true" className="page-width pb-section">
      <span role="status" className="sr-only">
        Loading profile
      </span>
      <div aria-hidden="true">
        <HeroLayout
          image={<span className="shimmer size-31 rounded-full tablet:size-52" />}
          action={<span className="shimmer h-14 w-36 rounded-full max-tablet:w-full" />}
        >
          <TextSkeleton className="h-[calc(0.94*var(--text-5xl))] w-[min(420px,85%)] tablet:mt-3" />
          <TextSkeleton className="mt-3 h-5 w-32" />
          <TextSkeleton className="mt-5 h-4.5 w-[min(520px,95%)]" />
          <div className="mt-6 flex gap-8.5">
            {three.map((key) => (
              <TextSkeleton key={key} className="h-13 w-17" />
            ))}
          </div>
        </HeroLayout>
        <div className="flex h-14 items-center gap-7 border-b border-line">
          {three.map((key) => (
            <TextSkeleton key={key} className="h-4 w-20" />
          ))}
        </div>
      </div>
      <WaveformCardsSkeleton />
    </div>
  )
}

export function WaveformCardsSkeleton() {
  return (
    <div role="status" aria-label="Loading tracks" className="grid gap-4.5 pt-7">
      {three.map((key) => (
        <div
          key={key}
          className="grid grid-cols-[92px_minmax(0,1fr)] gap-3.5 rounded-panel border border-line bg-surface p-3.5 max-tablet:min-h-55 tablet:grid-cols-[188px_minmax(0,1fr)] tablet:gap-7 tablet:p-5"
        >
          <span className="shimmer aspect-square rounded-art" />
          <span>
            <TextSkeleton className="h-6 w-[min(300px,80%)]" />
            <TextSkeleton className="mt-2.5 h-3.5 w-[min(220px,60%)]" />
          </span>
        </div>
      ))}
    </div>
  )
}

export function RowsSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="pt-4">
      <RowSkeletons
        className="flex h-19 items-center gap-4"
        image="size-12 rounded-art tablet:size-14"
      />
    </div>
  )
}
