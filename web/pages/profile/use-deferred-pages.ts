import { useDeferredValue } from 'react'

/** Many cards, drawn in slices when they first come: what a person does meanwhile goes first. Later changes show at once. */
export function useDeferredPages<Page>({ data }: { data: { pages: Page[] } | undefined }) {
  const isThere = data !== undefined
  const isDrawn = useDeferredValue(isThere)
  return { pages: data?.pages, isDrawing: isThere && !isDrawn }
}
