import { Button } from '#web/ui/button.tsx'

/** A part of the page that did not come, and a way to ask again. */
export function ListError({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-4 pt-9 text-muted">
      {what} could not be loaded.
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
