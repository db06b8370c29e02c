import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'

/** On phones one line that scrolls sideways, up to the edges of the screen. */
export const chipsClass =
  'relative -mx-gutter flex gap-2.5 overflow-x-auto px-gutter py-1 [scrollbar-width:none] nav:mx-0 nav:flex-wrap nav:overflow-visible nav:px-0'

type BrowseLayoutProps = {
  title: string
  subtitle: string
  busy: boolean
  /** Links to the other lists. */
  links: ReactNode
  /** The list with its head. */
  children: ReactNode
}

export function BrowseLayout({ title, subtitle, busy, links, children }: BrowseLayoutProps) {
  return (
    <div className="artwork-glow artwork-glow-subtle pb-section" aria-busy={busy}>
      <div className="page-width pt-9 tablet:pt-12">
        <Link
          href={paths.discover}
          className="rounded-art text-sm font-semibold text-muted hover:text-text hover:underline"
        >
          Discover
        </Link>
        <h1 className="mt-1.5 font-display text-4xl leading-display font-extrabold tracking-display text-balance wrap-anywhere tablet:text-5xl">
          {title}
        </h1>
        <p className="mt-2 text-muted tablet:mt-3 tablet:text-lg">{subtitle}</p>
        <div className="mt-5 min-h-13 tablet:mt-6">{links}</div>
        {children}
      </div>
    </div>
  )
}
