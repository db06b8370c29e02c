import { classNames } from '#web/lib/class-names.ts'

/** A text placeholder. */
export function TextSkeleton({ className }: { className: string }) {
  return <span className={classNames('shimmer block rounded-art-lg', className)} />
}

/** An artwork placeholder. */
export function ArtworkSkeleton() {
  return (
    <span className="shimmer grid aspect-square place-items-center rounded-art">
      <svg className="w-[56%] opacity-55" viewBox="0 0 100 50" aria-hidden="true">
        <path
          className="fill-none stroke-line-strong opacity-50"
          strokeWidth="4"
          strokeLinecap="round"
          d="M8 20v10M22 12v26M36 18v14M50 5v40M64 16v18M78 10v30M92 20v10"
        />
      </svg>
    </span>
  )
}

type RowSkeletonsProps = {
  rows?: number
  /** The layout of a row. */
  className: string
  image: string
}

/** Rows with an image and two lines of text. */
export function RowSkeletons({ rows = 3, className, image }: RowSkeletonsProps) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and never move
    <div key={row} className={className}>
      <span className={`shimmer shrink-0 ${image}`} />
      <span className="flex-1">
        <TextSkeleton className="h-4 w-[min(240px,60%)]" />
        <TextSkeleton className="mt-2.25 h-3.25 w-[min(140px,40%)]" />
      </span>
    </div>
  ))
}
