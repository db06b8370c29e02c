import type { QueryClient } from '@tanstack/react-query'
import { discoverQuery } from '#web/api/discover.ts'
import { trackQuery } from '#web/api/tracks.ts'

/** Longer than this nobody shall look at a page that cannot be used. */
const patience = 2_000

/** Asks for what the page behind a path shows, so that it can be drawn without its skeleton. */
export function prefetchPage(queryClient: QueryClient, path: string): Promise<unknown> {
  const late = new Promise((resolve) => setTimeout(resolve, patience))
  return Promise.race([ask(queryClient, path), late])
}

async function ask(queryClient: QueryClient, path: string): Promise<void> {
  const [, view, name] = path.split('/')
  if (view === 'discover') await queryClient.prefetchQuery(discoverQuery)
  if (view === 'track' && name)
    await queryClient.prefetchQuery(trackQuery(decodeURIComponent(name)))
}
