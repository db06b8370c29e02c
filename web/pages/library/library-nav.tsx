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
