/** An address as people say it; nothing for what must not become a link. */
export function websiteLabel(website: string): string | null {
  const url = URL.parse(website)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return null
  const path = url.pathname === '/' ? '' : url.pathname
  return url.host.replace(/^www\./, '') + path
}
