import { Link } from 'wouter'
import { usePageTitle } from '#web/lib/brand.ts'
import { artistName } from '#web/lib/display-name.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type OwnerOnlyProps = {
  /** What the page would show: 'the statistics of'. */
  what: string
  item: { title: string; user: { displayName: string | null } }
  /** The page of the item. */
  href: string
}

/** Instead of a page about an item that only its owner sees. */
export function OwnerOnly({ what, item, href }: OwnerOnlyProps) {
  usePageTitle('For the owner only')
  return (
    <EmptyState
      variant="error"
      title="For the owner only"
      text={`Only ${artistName(item)} can see ${what} “${item.title}”. If that is you, log out and sign in with that account.`}
    >
      <Link href={href} className={buttonClass('primary', 'large')}>
        <span className="truncate">Go to {item.title}</span>
      </Link>
    </EmptyState>
  )
}
