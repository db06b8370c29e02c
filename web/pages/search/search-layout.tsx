import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'

type SearchLayoutProps = {
  query: string
  /** The results shown are of the previous query. */
  busy: boolean
  children: ReactNode
}

export function SearchLayout({ query, busy, children }: SearchLayoutProps) {
  return (
    <div className="artwork-glow artwork-glow-subtle pb-section" aria-busy={busy}>
      <div className="page-width">
        <h1 className="pt-9 font-display text-4xl leading-display font-extrabold tracking-display text-balance wrap-anywhere tablet:pt-12">
          Results for “{query}”
        </h1>
        <div className={classNames('transition-opacity', busy && 'opacity-60')}>{children}</div>
      </div>
    </div>
  )
}
