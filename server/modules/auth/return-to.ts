/** Where a sign-in leads back to: a path of this site, and `/` for anything else. */
export function safeReturnTo(asked: string | undefined): string {
  if (!asked?.startsWith('/') || asked.length > 2000) return '/'
  const here = 'http://this.site'
  const url = URL.parse(asked, here)
  // The parser reads `//evil` and `/\evil` the way browsers do, as another site; `/.//evil` becomes the first.
  if (url?.origin !== here || url.pathname.startsWith('//')) return '/'
  // Back to a call, and above all to logging out, is nowhere to return to.
  if (/^\/(api|oidc)(\/|$)/.test(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}
