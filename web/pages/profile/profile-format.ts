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

/** "November 2026", in English like the words around it. The browser's own way takes a phone a tenth of a second the first time. */
export function monthAndYear(time: string): string {
  const date = new Date(time)
  return `${months[date.getMonth()]} ${date.getFullYear()}`
}

/** An address as people say it; nothing for what must not become a link. */
export function websiteLabel(website: string): string | null {
  const url = URL.parse(website)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return null
  const path = url.pathname === '/' ? '' : url.pathname
  return url.host.replace(/^www\./, '') + path
}
