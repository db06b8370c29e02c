import type { Page } from '#web/api/page.ts'
import { usePageTitle } from '#web/lib/brand.ts'
import { NotFoundState } from '#web/ui/empty-state.tsx'

export const page: Page = { component: NotFoundPage }

export function NotFoundPage() {
  usePageTitle('404 Page Not Found')
  return (
    <NotFoundState
      title="404 Page Not Found"
      text="Did you forget to add the page to the router?"
    />
  )
}
