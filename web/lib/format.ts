import { formatDuration } from '#contract/format-duration.ts'

/** Formats numbers, durations and dates for display. */

export { formatDuration }

/** "1 play", "48,210 plays". */
export function pluralize(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
}

/**
 * "48,210": English like the text around it, and the same on server and client. `Intl` is slow on
 * first use.
 */
export function formatNumber(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** 984, 1.5K, 18.8K, 2.0M. */
export function formatCompactNumber(count: number): string {
  if (count < 1000) return String(count)
  const [unit, size] = count < 999_500 ? (['K', 1e3] as const) : (['M', 1e6] as const)
  const scaled = count / size
  return `${scaled < 99.95 ? scaled.toFixed(1) : Math.round(scaled)}${unit}`
}

export function formatTrackCount(count: number): string {
  return pluralize(count, 'track')
}

/** "Nov 14, 2026, 18:05". */
export const formatDateTime = (time: string): string => `${formatDate(time)}, ${formatTime(time)}`

/** "18:05", in the time zone of the browser. */
export function formatTime(time: string): string {
  const date = new Date(time)
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Of a share: "75%". */
export const formatPercent = (share: number): string => `${Math.round(share * 100)}%`

const hour = 60 * 60 * 1000
const day = 24 * hour

/** 'Just now' within an hour, hours within a day, days within a week, then the date. */
export function formatRelativeDate(
  time: string,
  now: number = Date.now(),
  format: (time: string) => string = formatDate,
): string {
  const then = Date.parse(time)
  const age = now - then
  if (age < hour) return 'Just now'
  if (age < day) return `${pluralize(Math.floor(age / hour), 'hour')} ago`
  if (age < 7 * day) return `${pluralize(Math.floor(age / day), 'day')} ago`
  return format(time)
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** The same on server and client. */
export function formatUtcDate(time: string): string {
  const date = new Date(time)
  return `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}

/** '2019', 'May 2019' or 'May 3, 2019'. A date without a time is the same in every time zone. */
export function formatPartialDate(date: string): string {
  const [year, month, day] = date.split('-')
  if (day) return formatUtcDate(date)
  return month ? `${months[Number(month) - 1]} ${year}` : date
}

/** The month is a word where the language has one in short dates: 11/12/2026 is read in two ways. */
export function formatDate(time: string, locale?: string): string {
  const date = new Date(time)
  // `Intl` is slow on first use, a tenth of a second on slow phones: not for the most frequent locale.
  if ((locale ?? navigator.language) === 'en-US')
    return `${months[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`
  // Not `navigator.language`, which can be no language at all ('C' in WebKitGTK) and would throw.
  return date.toLocaleDateString(locale, { dateStyle: 'medium' })
}

/** A moment of a track, as exact as it is said. */
export const toTenths = (seconds: number) => Math.floor(seconds * 10) / 10

/** Said only where the limit is near. */
export const charactersLeft = (text: string, max: number) =>
  text.length > max - 100 ? `${max - text.length} characters left` : undefined
