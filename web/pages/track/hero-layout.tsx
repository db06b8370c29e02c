import type { ReactNode } from 'react'

/** The sleeve beside what there is to say; on a phone above it. */
export function HeroLayout({ artwork, children }: { artwork: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-7 pt-5 tablet:grid-cols-[300px_minmax(0,1fr)] tablet:items-end tablet:gap-9 tablet:pt-14 desk:grid-cols-[392px_minmax(0,1fr)] desk:gap-14">
      {artwork}
      <div>{children}</div>
    </div>
  )
}
