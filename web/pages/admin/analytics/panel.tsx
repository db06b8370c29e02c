import type { ReactNode } from 'react'

/** A card with a heading. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="relative rounded-panel border border-line bg-surface p-4.5 tablet:p-6.5">
      <h3 className="font-display text-xl leading-[1.1] font-bold">{title}</h3>
      {children}
    </section>
  )
}
