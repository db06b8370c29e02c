import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'

type PanelProps = {
  title: string
  heading: 'h2' | 'h3'
  /** Sets the padding. */
  className: string
  children: ReactNode
}

/** A card with a heading. */
export function Panel({ title, heading: Heading, className, children }: PanelProps) {
  return (
    <section className={classNames('rounded-panel border border-line bg-surface', className)}>
      <Heading className="font-display text-xl leading-heading font-bold">{title}</Heading>
      {children}
    </section>
  )
}

type StatProps = { name: string; subtitle?: string; children: ReactNode }

/** One of the figures side by side in a panel. */
export function Stat({ name, subtitle, children }: StatProps) {
  return (
    <div className="min-w-0 border-line py-3.5 not-first:border-t last:pb-0 tablet:py-0 tablet:pr-7 tablet:not-first:border-t-0 tablet:not-first:border-l tablet:not-first:pl-7">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-1 font-display text-2xl leading-snug font-bold tabular-nums">
        {children}
        {subtitle && (
          <span className="block truncate font-sans text-sm leading-6 font-normal text-muted">
            {subtitle}
          </span>
        )}
      </dd>
    </div>
  )
}
