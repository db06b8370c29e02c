import { useEffect } from 'react'
import { brandName } from './brand.ts'

/** Names the page in the browser's tab and history. The server has named the first one already. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${brandName()}`
  }, [title])
}
