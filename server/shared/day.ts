/** The day of a moment in a time zone, as YYYY-MM-DD. */
export function dayIn(timeZone: string, moment = new Date()): string {
  // The Swedish form of a date is that of ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(moment)
}
