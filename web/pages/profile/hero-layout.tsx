import type { ReactNode } from 'react'

type HeroLayoutProps = { picture: ReactNode; action: ReactNode; children: ReactNode }

/** Picture, words and the one action: side by side, or below each other on a phone. */
export function HeroLayout({ picture, action, children }: HeroLayoutProps) {
  return (
    <section className="relative grid gap-5 py-7 tablet:grid-cols-[208px_minmax(0,1fr)] tablet:items-center tablet:gap-x-11 tablet:pt-14 tablet:pb-11 nav:grid-cols-[208px_minmax(0,1fr)_auto]">
      {picture}
      <div className="min-w-0">{children}</div>
      <div className="grid max-nav:tablet:col-start-2 max-nav:tablet:justify-items-start">
        {action}
      </div>
    </section>
  )
}
