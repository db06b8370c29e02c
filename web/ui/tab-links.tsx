import { Link } from 'wouter'
import { tabBarClass, useCurrentInView } from './tab-bar-parts.ts'

type TabLinksProps = {
  /** The accessible name of the navigation. */
  label: string
  tabs: readonly { title: string; href: string }[]
  /** The URL of the open page. */
  current: string
}

/** A bar of pages, of which each has its own URL and is an entry in the browser's history. */
export function TabLinks({ label, tabs, current }: TabLinksProps) {
  return (
    <nav ref={useCurrentInView(current)} aria-label={label} className={tabBarClass}>
      <ul className="flex gap-0.5 tablet:gap-2">
        {tabs.map(({ title, href }) => (
          <li key={href} className="first:-ml-2.5 tablet:first:-ml-3.5">
            <Link
              href={href}
              aria-current={href === current ? 'page' : undefined}
              className="tab block"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
