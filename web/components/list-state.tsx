import type { ReactNode } from 'react'
import { TabEmpty } from '#web/components/tab-empty.tsx'
import { useConnectionBack } from '#web/lib/use-connection-back.ts'
import { Button } from '#web/ui/button.tsx'

type ListStateProps = {
  query: {
    data: { pages: { items: unknown[] }[] } | undefined
    isPending: boolean
    fetchStatus: 'fetching' | 'paused' | 'idle'
    hasNextPage: boolean
    refetch: () => unknown
  }
  /** What the list has, for the error. */
  what: string
  skeleton: ReactNode
  empty: ReactNode
  /** The list, once it has entries. */
  children: ReactNode
}

/** A list in each of its states: loading, offline, failed, empty or loaded. */
export function ListState({ query, what, skeleton, empty, children }: ListStateProps) {
  const { data, isPending, fetchStatus, hasNextPage, refetch } = query
  if (isPending && fetchStatus === 'paused')
    return (
      <p role="status" className="pt-9 text-muted">
        You're offline. {what} will be loaded when the connection is back.
      </p>
    )
  if (isPending) return skeleton
  if (!data) return <Failed what={what} onRetry={() => void refetch()} />
  const isEmpty = data.pages.every(({ items }) => items.length === 0) && !hasNextPage
  return isEmpty ? empty : children
}

function Failed({ what, onRetry }: { what: string; onRetry: () => void }) {
  useConnectionBack(onRetry)
  return (
    <TabEmpty variant="error" title={`${what} could not be loaded.`}>
      <Button onClick={onRetry}>Try again</Button>
    </TabEmpty>
  )
}
