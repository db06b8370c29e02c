import { escapeHtml } from '#contract/escape-html.ts'
import type { Feature, LegalLinks } from '#contract/ssr.ts'
import type { SiteInfo } from '#server/config.ts'
import { type PageHead, renderHead, scriptJson } from './presenter.ts'

type TemplateDeps = {
  /** index.html of the web build. */
  template: string
  site: SiteInfo
  legal: LegalLinks
  features: readonly Feature[]
}
export type RenderDocument = ReturnType<typeof createDocument>

type Content = {
  head: PageHead
  /** The chunks that the page needs beyond those of every page. */
  chunks?: string[]
  /** Without HTML, the browser renders the page. */
  html?: string
  data?: unknown
  /** Further tags in the head. */
  tags?: string
}

/** Fills the template of all pages. */
export function createDocument({ template, site, legal, features }: TemplateDeps) {
  const name = `<meta name="application-name" content="${escapeHtml(site.brandName)}">`
  const branded = name + legalTags(legal) + featureTag(features)
  return ({ head, chunks = [], html = '', data, tags = '' }: Content): string => {
    const parts: Record<string, string> = {
      head: branded + tags + renderHead(head, site) + chunks.map(modulePreload).join(''),
      page: html,
      data: data
        ? `<script id="first-render" type="application/json">${scriptJson(data)}</script>`
        : '',
    }
    return template.replace(/<!--(\w+)-->/g, (_, part: string) => parts[part] ?? '')
  }
}

const modulePreload = (file: string) =>
  `<link rel="modulepreload" fetchpriority="low" href="${escapeHtml(file)}">`

/** The web app reads them for its footer. */
function legalTags({ terms, privacy, contact }: LegalLinks): string {
  const tag = (rel: string, url: string | undefined) =>
    url ? `<link rel="${rel}" href="${escapeHtml(url)}">` : ''
  return tag('terms-of-service', terms) + tag('privacy-policy', privacy) + tag('contact', contact)
}

/** The web app loads only what is on. */
const featureTag = (features: readonly Feature[]) =>
  features.length > 0 ? `<meta name="features" content="${features.join(' ')}">` : ''

/** A page without content, the same for every path and caller: what the service worker shows offline. */
export function renderAppShell(renderDocument: RenderDocument, site: SiteInfo): string {
  return renderDocument({
    head: { title: site.brandName, description: '', canonical: '/', noindex: true },
    tags: '<meta name="app-shell" content="yes">',
  })
}
