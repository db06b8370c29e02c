import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ListFailed } from './list-failed.tsx'

type MoreOfListProps = {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
}

/** How far below the screen the end of the list may be when more is asked for. */
const ahead = '900px'

/** Asks for the next page as the end of the list comes near, and at the press of a button. */
export function MoreOfList({ query }: MoreOfListProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const end = useRef<HTMLDivElement>(null)
  const waits = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (!waits || !end.current) return
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && fetchNextPage(),
      { rootMargin: ahead },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [waits, fetchNextPage])
  if (!hasNextPage) return null
  if (isFetchNextPageError) return <ListFailed what="More" onRetry={fetchNextPage} />
  return (
    <div ref={end} className="grid justify-items-center pt-7">
      <Button isPending={isFetchingNextPage} onClick={() => waits && fetchNextPage()}>
        {isFetchingNextPage ? 'Loading...' : 'Show more'}
      </Button>
    </div>
  )
}
