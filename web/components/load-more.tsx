import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ListError } from '#web/ui/list-error.tsx'

type LoadMoreProps = {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
}

/** How far below the viewport the end of the list triggers loading. */
const rootMargin = '900px'

/** Loads the next page when the end of the list comes near, or by button. */
export function LoadMore({ query }: LoadMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const end = useRef<HTMLDivElement>(null)
  const canLoadMore = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (!canLoadMore || !end.current) return
    const observer = new IntersectionObserver(
      // On a busy machine one call has several entries, the oldest first.
      (entries) => entries.at(-1)?.isIntersecting && fetchNextPage(),
      { rootMargin },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [canLoadMore, fetchNextPage])
  if (!hasNextPage) return null
  if (isFetchNextPageError) return <ListError what="More" onRetry={fetchNextPage} />
  return (
    <div ref={end} className="grid justify-items-center pt-7">
      <Button isPending={isFetchingNextPage} onClick={() => canLoadMore && fetchNextPage()}>
        {isFetchingNextPage ? 'Loading...' : 'Show more'}
      </Button>
    </div>
  )
}
