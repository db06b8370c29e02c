import type { ReactNode } from 'react'

/** The heading of a part beside the statistics. */
export function SectionTitle({ children }: { children: ReactNode }) {
  return <h2 className="font-display text-2xl leading-[1.1] font-bold">{children}</h2>
}
