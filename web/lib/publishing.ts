import type { Privacy } from '#contract/fields.ts'

/** Scheduled publishing, as forms show it. Times are ISO 8601; '' is now. */

/** What is scheduled is stored as private, and its owner has chosen that it becomes public. */
export const chosenPrivacy = (item: { privacy: Privacy; publishAt?: string | undefined }) =>
  item.publishAt ? 'public' : item.privacy

/** Only what becomes public has a time. */
export const withPublishTime = <Values extends { privacy: Privacy; publishAt?: unknown }>(
  values: Values,
): Values => (values.privacy === 'public' ? values : { ...values, publishAt: '' })

const pad = (number: number, digits = 2) => String(number).padStart(digits, '0')

/** The value of an `<input type="datetime-local">`, in the time zone of the browser. */
export function toLocalInput(time: string): string {
  const date = new Date(time)
  const day = [pad(date.getFullYear(), 4), pad(date.getMonth() + 1), pad(date.getDate())].join('-')
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`
}

/** An input without a valid time becomes 'none', which the form rejects: '' would publish now. */
export function fromLocalInput(local: string): string {
  return isTime(local) ? new Date(local).toISOString() : 'none'
}

export const isTime = (text: string) => !Number.isNaN(Date.parse(text))

function partsOf(date: Date, timeZone: string): Partial<Record<string, string>> {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]))
}

/** '4 December, 09:00', with the year if it is another one. */
export function publishMoment(
  time: string,
  timeZone: string = localTimeZone(),
  now = new Date(),
): string {
  const { day, month, year, hour, minute } = partsOf(new Date(time), timeZone)
  const isThisYear = year === partsOf(now, timeZone)['year']
  return `${day} ${month}${isThisYear ? '' : ` ${year}`}, ${hour}:${minute}`
}

/** 'Goes public on Friday, 4 December, 09:00 (Europe/Berlin).' */
export function publishSentence(time: string, timeZone: string, now = new Date()): string {
  const { weekday } = partsOf(new Date(time), timeZone)
  return `Goes public on ${weekday}, ${publishMoment(time, timeZone, now)} (${timeZone}).`
}

export const localTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
