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
