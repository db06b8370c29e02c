import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { paths } from '#contract/paths.ts'
import { openReportsQuery } from '#web/api/reports.ts'
import { formatNumber } from '#web/lib/format.ts'
import { wrappingTabBarClass } from '#web/ui/tab-bar-parts.ts'

export const dashboardTabs = [
  { name: 'content', title: 'Content' },
  { name: 'users', title: 'Users' },
  { name: 'analytics', title: 'Analytics' },
  { name: 'settings', title: 'Settings' },
] as const

type AdminHeaderProps = { title: string; text: string }

/** The head of all pages of the dashboard; the bar of tabs and links follows. */
export function AdminHeader({ title, text }: AdminHeaderProps) {
  return (
    <header className="pt-7 pb-5 tablet:pt-12 tablet:pb-7">
      <h1 className="font-display text-5xl leading-tight font-extrabold tracking-display">
        {title}
      </h1>
      <p className="mt-2.5 text-muted tablet:text-lg">{text}</p>
    </header>
  )
}

type AdminLayoutProps = AdminHeaderProps & {
  /** Controls between the bar and the list. */
  above: ReactNode
  children: ReactNode
}

/** A page beside the dashboard. */
export function AdminLayout({ above, children, ...header }: AdminLayoutProps) {
  return (
    <div className="page-width pb-section">
      <AdminHeader {...header} />
      <AdminBar />
      <div className="mt-7 mb-5">{above}</div>
      {children}
    </div>
  )
}

/** The bar of the pages beside the dashboard, whose tabs are links here. */
function AdminBar() {
  return (
    <div className={wrappingTabBarClass}>
      <nav aria-label="Dashboard" className="contents">
        {dashboardTabs.map(({ name, title }, at) => (
          <Link
            key={name}
            href={at === 0 ? paths.admin : `${paths.admin}?tab=${name}`}
            className="tab first:-ml-2.5 tablet:first:-ml-3.5"
          >
            {title}
          </Link>
        ))}
      </nav>
      <ModerationLinks />
    </div>
  )
}

/** The pages beside the dashboard's tabs. */
export function ModerationLinks() {
  const { data } = useQuery(openReportsQuery)
  return (
    <nav aria-label="Moderation" className="contents">
      <BarLink href={paths.reports}>
        Reports{' '}
        {data !== undefined && data.open > 0 && (
          <span className="ml-2 rounded-full bg-primary-soft px-2.5 py-1 text-xs text-primary-text tabular-nums">
            {formatNumber(data.open)}
            <span className="sr-only"> open</span>
          </span>
        )}
      </BarLink>
      <BarLink href={paths.invites}>Invites</BarLink>
      <BarLink href={paths.audit}>Audit log</BarLink>
    </nav>
  )
}

function BarLink({ href, children }: { href: string; children: ReactNode }) {
  const [path] = useLocation()
  return (
    <Link
      href={href}
      aria-current={path === href ? 'page' : undefined}
      className="tab max-[36rem]:first:-ml-2.5"
    >
      {children}
    </Link>
  )
}
