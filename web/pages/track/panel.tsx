import type { ReactNode } from 'react'

/** A card beside the text. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-panel border border-line bg-surface p-5.5 tablet:p-7">
      <h2 className="font-display text-xl leading-[1.1] font-bold">{title}</h2>
      {children}
    </section>
  )
}
