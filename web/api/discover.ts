import { queryOptions } from '@tanstack/react-query'
import type { Discovery } from '#contract/discover.ts'
import { paths } from '#web/lib/paths.ts'
import { readPath } from './query-client.ts'

/** All sections of the home page in one call. */
export const discoverQuery = queryOptions({
  queryKey: [paths.api.discover],
  queryFn: readPath<Discovery>({ on401: 'throw' }),
})
