/** Account pages of well-known identity providers. OpenID Connect has no way to ask for them. */
const accountPages: Record<string, string> = {
  'accounts.google.com': 'https://myaccount.google.com/',
  'appleid.apple.com': 'https://account.apple.com/',
  'gitlab.com': 'https://gitlab.com/-/user_settings/profile',
  'login.microsoftonline.com': 'https://myaccount.microsoft.com/',
}

/** Where users change their email and password at an external provider, if that is known. */
export function providerAccountUrl(issuer: string | undefined): string | null {
  const url = issuer === undefined ? null : URL.parse(issuer)
  if (!url) return null
  // Keycloak.
  if (/\/realms\/[^/]+\/?$/.test(url.pathname)) return `${url.href.replace(/\/$/, '')}/account`
  return accountPages[url.hostname] ?? null
}
