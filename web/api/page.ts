import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { PageContent } from '#contract/ssr.ts'

type PageRequest = {
  queryClient: QueryClient
  path: string
  /** Of the path, as `useParams` returns them. */
  params: Partial<Record<string, string>>
  search: URLSearchParams
}

/** What the file of a page exports as `page`. */
export type Page = {
  component: ComponentType
  /** Fetches what the page shows into the cache. On the server only: in the browser its queries do that. */
  load?: (request: PageRequest) => Promise<PageContent>
}
