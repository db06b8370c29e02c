import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type LibraryTab, libraryTabs } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'

export const tabTitles: Record<LibraryTab, string> = {
  likes: 'Likes',
  playlists: 'Playlists',
  history: 'History',
  following: 'Following',
  offline: 'Offline',
}

/** Links, because each tab has its own URL and is an entry in the browser's history. */
export function LibraryNav({ current }: { current: LibraryTab }) {
  return (
    <nav aria-label="Library" className="mt-5 tablet:mt-6">
      <ul className="-mx-gutter flex gap-0.5 overflow-x-auto border-b border-line px-gutter [scrollbar-width:none] tablet:mx-0 tablet:gap-2 tablet:px-0">
        {libraryTabs.map((tab) => (
          <li key={tab} className="first:-ml-2.5 tablet:first:-ml-3.5">
            <Link
              href={paths.libraryTab(tab)}
              aria-current={tab === current ? 'page' : undefined}
              className="relative block rounded-t-art-lg px-2.5 pt-3 pb-3.5 text-md font-semibold whitespace-nowrap text-muted hover:text-text focus-visible:-outline-offset-3 aria-[current]:text-text aria-[current]:after:absolute aria-[current]:after:inset-x-2.5 aria-[current]:after:bottom-0 aria-[current]:after:h-1 aria-[current]:after:rounded-t-full aria-[current]:after:bg-primary tablet:px-3.5 tablet:pt-3.5 tablet:pb-4 tablet:text-base tablet:aria-[current]:after:inset-x-3.5 light:aria-[current]:after:bg-primary-lo"
            >
              {tabTitles[tab]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The controls above the list of a tab. */
export function TabBar({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3.5 pt-5 pb-5 tablet:pt-7">
      {children}
    </div>
  )
}
