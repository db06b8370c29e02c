import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'

type SearchLayoutProps = {
  words: string
  /** The results shown are of the previous query. */
  busy: boolean
  children: ReactNode
}

export function SearchLayout({ words, busy, children }: SearchLayoutProps) {
  return (
    <div className="ambient ambient-quiet pb-section" aria-busy={busy}>
      <div className="page-width">
        <h1 className="pt-9 font-display text-4xl leading-[1.02] font-extrabold tracking-display text-balance wrap-anywhere tablet:pt-12">
          Results for “{words}”
        </h1>
        <div className={classNames('transition-opacity', busy && 'opacity-60')}>{children}</div>
      </div>
    </div>
  )
}
