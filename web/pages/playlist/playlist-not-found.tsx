import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import { usePageTitle } from '#web/lib/brand.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type PlaylistNotFoundProps = { title: string; isGone: boolean; onRetry: () => void }

export function PlaylistNotFound({ title, isGone, onRetry }: PlaylistNotFoundProps) {
  usePageTitle(title)
  return (
    <EmptyState
      variant="error"
      title={title}
      text={
        isGone
          ? 'It may have been deleted or made private.'
          : 'It could not be loaded. Please try again.'
      }
    >
      <div className="flex flex-wrap justify-center gap-3">
        {!isGone && (
          <Button tone="outline" size="large" onClick={onRetry}>
            Try again
          </Button>
        )}
        <Link href={paths.home} className={buttonClass('primary', 'large')}>
          Back to Home
        </Link>
      </div>
    </EmptyState>
  )
}
