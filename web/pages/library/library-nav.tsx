import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type LibraryTab, libraryTabs } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { tabBarClass, useCurrentInView } from '#web/ui/tabs.tsx'

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
    <nav
      ref={useCurrentInView(current)}
      aria-label="Library"
      className={`mt-5 tablet:mt-6 ${tabBarClass}`}
    >
      <ul className="flex gap-0.5 tablet:gap-2">
        {libraryTabs.map((tab) => (
          <li key={tab} className="first:-ml-2.5 tablet:first:-ml-3.5">
            <Link
              href={paths.libraryTab(tab)}
              aria-current={tab === current ? 'page' : undefined}
              className="tab block"
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
