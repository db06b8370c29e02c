import { useDeferredValue } from 'react'

/** Many cards, drawn in slices: what a person does meanwhile goes first. */
export function usePagesInSlices<Page>({ data }: { data: { pages: Page[] } | undefined }) {
  const pages = useDeferredValue(data?.pages)
  return { pages, isDrawing: data !== undefined && pages === undefined }
}
