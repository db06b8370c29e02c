import { Link } from 'wouter'
import { paths } from '#web/lib/paths.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function NotFoundPage() {
  usePageTitle('404 Page Not Found')
  return (
    <EmptyState
      mood="fallen"
      title="404 Page Not Found"
      text="Did you forget to add the page to the router?"
    >
      <Link href={paths.home} className={buttonClass('primary', 'large')}>
        Back to Home
      </Link>
    </EmptyState>
  )
}
