import type { ReactNode } from 'react'
import type { Session } from '#web/features/session/use-session.ts'
import { paths } from '#web/lib/paths.ts'
import { NavLink } from './nav-link.tsx'

type DiscoverLinkProps = { session: Session; className: string; children: ReactNode }

/** Current on all pages for browsing. A visitor's home page is the landing page. */
export function DiscoverLink({ session, ...link }: DiscoverLinkProps) {
  return (
    <NavLink
      href={paths.discover}
      aliases={session.status === 'signed-in' ? [paths.home] : []}
      also={[paths.discover, '/genre']}
      {...link}
    />
  )
}
