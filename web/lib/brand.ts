import { useEffect } from 'react'
import type { Feature, LegalLinks } from '#contract/ssr.ts'

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

/** Pages of the host, which the server writes into the page's head. */
export function legalLinks(): LegalLinks {
  if (serverLinks) return serverLinks
  const href = (rel: string) =>
    document.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`)?.getAttribute('href') ?? undefined
  return {
    terms: href('terms-of-service'),
    privacy: href('privacy-policy'),
    contact: href('contact'),
  }
}

let serverLinks: LegalLinks | undefined

/** For server-side rendering. */
export function setLegalLinks(links: LegalLinks = {}): void {
  serverLinks = links
}

/** Whether the host has turned it on. The server writes it into the page's head. */
export function hasFeature(feature: Feature): boolean {
  if (serverFeatures) return serverFeatures.includes(feature)
  const meta = document.querySelector<HTMLMetaElement>('meta[name="features"]')
  return meta?.content.split(' ').includes(feature) ?? false
}

let serverFeatures: readonly Feature[] | undefined

/** For server-side rendering. */
export function setFeatures(features: readonly Feature[] = []): void {
  serverFeatures = features
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
