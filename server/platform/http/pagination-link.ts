/** The value of a Link header for the next page of a list: the same URL with another cursor. */
export function nextPageLink(url: string, cursor: string): string {
  const next = new URL(url, 'http://any')
  next.searchParams.set('cursor', cursor)
  return `<${next.pathname}${next.search}>; rel="next"`
}
