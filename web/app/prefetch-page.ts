import type { QueryClient } from '@tanstack/react-query'
import { discoverQuery } from '#web/api/discover.ts'
import { trackQuery } from '#web/api/tracks.ts'

/** Longer than this nobody shall look at a page that cannot be used. */
const timeout = 2_000

/** Asks for what the page behind a path shows, so that it can be drawn without its skeleton. */
export function prefetchPage(queryClient: QueryClient, path: string): Promise<unknown> {
  const late = new Promise((resolve) => setTimeout(resolve, timeout))
  return Promise.race([fetchPageData(queryClient, path), late])
}

async function fetchPageData(queryClient: QueryClient, path: string): Promise<void> {
  const [, page, slug] = path.split('/')
  if (page === 'discover') await queryClient.prefetchQuery(discoverQuery)
  if (page === 'track' && slug)
    await queryClient.prefetchQuery(trackQuery(decodeURIComponent(slug)))
}
