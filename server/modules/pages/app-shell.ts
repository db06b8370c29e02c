import { escapeHtml } from '#contract/escape-html.ts'
import type { LegalLinks } from '#contract/ssr.ts'
import type { SiteInfo } from '#server/config.ts'
import { renderHead } from './presenter.ts'

/** The template of all pages with the name and the links of the site. */
export function brandTemplate(template: string, site: SiteInfo, legal: LegalLinks): string {
  return template.replace(
    /<meta name="application-name"[^>]*>/,
    () =>
      `<meta name="application-name" content="${escapeHtml(site.brandName)}">${legalTags(legal)}`,
  )
}

/** The web app reads them for its footer. */
function legalTags({ terms, privacy }: LegalLinks): string {
  const tag = (rel: string, url: string | undefined) =>
    url ? `<link rel="${rel}" href="${escapeHtml(url)}">` : ''
  return tag('terms-of-service', terms) + tag('privacy-policy', privacy)
}

/** A page without content, the same for every path and caller: what the service worker shows offline. */
export function renderAppShell(template: string, site: SiteInfo, legal: LegalLinks): string {
  const head = { title: site.brandName, description: '', canonical: '/', noindex: true }
  return brandTemplate(template, site, legal).replace(
    '<!--page-metadata-->',
    () => `<meta name="app-shell" content="yes">${renderHead(head, site)}`,
  )
}
