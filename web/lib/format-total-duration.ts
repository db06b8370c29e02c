import { formatNumber } from './format.ts'

/** The length of a whole list: "24 min", "1 hr 5 min". */
export function formatTotalDuration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} sec`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = `${formatNumber(Math.floor(minutes / 60))} hr`
  return minutes % 60 ? `${hours} ${minutes % 60} min` : hours
}
