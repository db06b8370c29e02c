/** Decimal units, as disks are sold. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const amount = bytes / 1000 ** power
  const digits = power === 0 || amount >= 100 ? 0 : 1
  return `${amount.toLocaleString('en', { maximumFractionDigits: digits })} ${units[power]}`
}
