import { formatNumber } from './format.ts'

const units = ['KB', 'MB', 'GB', 'TB']

/** "880 KB", "48.2 MB", "123 MB": in the units of the upload limits, 1,024 bytes to the KB. */
export function formatBytes(bytes: number): string {
  let amount = bytes / 1024
  let power = 0
  while (amount > 1024 && power < units.length - 1) {
    amount /= 1024
    power += 1
  }
  const isWhole = power === 0 || amount >= 99.95
  const atLeastOne = bytes > 0 ? Math.max(1, Math.round(amount)) : 0
  return `${isWhole ? formatNumber(atLeastOne) : amount.toFixed(1)} ${units[power]}`
}
