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
      <Heading className="font-display text-xl leading-[1.1] font-bold">{title}</Heading>
      {children}
    </section>
  )
}
