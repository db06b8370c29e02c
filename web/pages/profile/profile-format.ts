const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/**
 * "November 2026", in English like the rest of the page. Without Intl, whose first use takes 100
 * ms on a phone, and in UTC, so that it is the same on server and client.
 */
export function monthAndYear(time: string): string {
  const date = new Date(time)
  return `${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/** A short form of a URL; null for one that must not become a link. */
export function websiteLabel(website: string): string | null {
  const url = URL.parse(website)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return null
  const path = url.pathname === '/' ? '' : url.pathname
  return url.host.replace(/^www\./, '') + path
}

/** The profile of `@name@host`, which all servers of the Fediverse have there. */
export function fediverseUrl(handle: string): string {
  const [, name = '', host = ''] = handle.split('@')
  return `https://${host}/@${name}`
}
