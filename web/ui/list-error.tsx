import { useConnectionBack } from '#web/lib/use-connection-back.ts'
import { Button } from './button.tsx'

type ListErrorProps = {
  what: string
  onRetry: () => void
  /** The layout, if it is not a line below a heading. */
  className?: string
}

/** An error with a retry button, in place of what failed to load. Tries again when the connection is back. */
export function ListError(props: ListErrorProps) {
  const { what, onRetry, className = 'flex flex-wrap items-center gap-4 pt-9' } = props
  useConnectionBack(onRetry)
  return (
    <div role="alert" className={`${className} text-muted`}>
      {what} could not be loaded.
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
