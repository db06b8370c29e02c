import { Button } from '#web/ui/button.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Cell, Row } from './result-grid.tsx'

/** A message in place of results. */
export function PanelMessage({ text, onRetry }: { text: string; onRetry?: () => void }) {
  return (
    <Row isActive={false}>
      <Cell id={undefined} isActive={false}>
        <div className="flex flex-wrap items-center justify-between gap-3 px-3 py-2 text-md wrap-anywhere text-muted">
          {text}
          {onRetry && (
            <Button size="small" tabIndex={-1} onClick={onRetry}>
              Try again
            </Button>
          )}
        </div>
      </Cell>
    </Row>
  )
}

/** Loading state of the results. */
export function PanelSkeleton() {
  return (
    <div aria-hidden="true">
      {['a', 'b', 'c'].map((row) => (
        <div key={row} className="grid grid-cols-[44px_1fr] items-center gap-3 px-3 py-1.75">
          <TextSkeleton className="size-11" />
          <div>
            <TextSkeleton className="h-3.5 w-[60%]" />
            <TextSkeleton className="mt-2 h-3 w-[36%]" />
          </div>
        </div>
      ))}
    </div>
  )
}
