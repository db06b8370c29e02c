import { usePageTitle } from '#web/lib/use-page-title.ts'
import { MissingState } from '#web/ui/empty-state.tsx'

export function NotFoundPage() {
  usePageTitle('404 Page Not Found')
  return (
    <MissingState title="404 Page Not Found" text="Did you forget to add the page to the router?" />
  )
}
