import { classNames } from '#web/lib/class-names.ts'

/** Longer names are smaller, in two lines. */
const longName = 16

/** The brand mark (two plates with the sound post between them) and name. */
export function Logo({ name, className }: { name: string; className?: string }) {
  return (
    <span
      className={classNames(
        'inline-flex min-w-0 items-center gap-2 font-display font-bold leading-none tracking-[-0.005em] tablet:gap-2.5',
        name.length > longName ? 'text-md tablet:text-lg' : 'text-xl tablet:text-[1.5rem]',
        className,
      )}
    >
      <svg
        className="size-7.5 shrink-0 tablet:size-8.5"
        viewBox="0 0 34 34"
        fill="none"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <g stroke="currentColor" strokeWidth="3.4">
          <path d="M3 13.2C9.5 4.6 24.5 4.6 31 13.2" />
          <path d="M3 20.8C9.5 29.4 24.5 29.4 31 20.8" />
        </g>
        <path className="stroke-primary" d="M21 10.4V23.6" strokeWidth="4.4" />
      </svg>
      <span className="line-clamp-2 wrap-anywhere text-balance">{name}</span>
    </span>
  )
}
