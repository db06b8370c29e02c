import { useEffect } from 'react'

/** The site's name. The server writes it into the page, so that one build serves any name. */
export function brandName(): string {
  if (serverName) return serverName
  const meta = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')
  return meta?.content || 'Soundpost'
}

let serverName = ''

/** For server-side rendering, where there is no document. */
export function setBrandName(name: string): void {
  serverName = name
}

/** The artist of a track without a named one. */
export function studioName(): string {
  return `${brandName()} Studio`
}

/** Sets the document's title. That of the first page comes with its HTML. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${brandName()}`
  }, [title])
}
