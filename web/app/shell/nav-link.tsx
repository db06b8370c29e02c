import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { genresPath, paths } from '#contract/paths.ts'
import { useSession } from '#web/api/auth.ts'

type NavLinkProps = {
  href: string
  /** Other paths of the same page. */
  aliases?: readonly string[]
  /** Further pages that belong to this entry, each with the pages below it. */
  also?: readonly string[]
  className?: string
  'aria-label'?: string
  children: ReactNode
}

/** A link of the navigation: `aria-current` tells screen readers and styles where the user is. */
export function NavLink({ href, aliases = [], also = [], ...rest }: NavLinkProps) {
  const [path] = useLocation()
  const isOpen = path === href || aliases.includes(path)
  const isWithin = also.some((page) => path === page || path.startsWith(`${page}/`))
  return <Link href={href} aria-current={isOpen ? 'page' : isWithin ? true : undefined} {...rest} />
}

type DiscoverLinkProps = { className: string; children: ReactNode }

/** Current on all pages for browsing. A visitor's home page is the landing page. */
export function DiscoverLink(link: DiscoverLinkProps) {
  const { user } = useSession()
  return (
    <NavLink
      href={paths.discover}
      aliases={user ? [paths.home] : []}
      also={[paths.discover, genresPath]}
      {...link}
    />
  )
}
