/** Seconds as `m:ss`, from an hour on as `h:mm:ss`. */
export function formatDuration(seconds: number): string {
  const total = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0
  const [hours, minutes] = [Math.floor(total / 3600), Math.floor(total / 60) % 60]
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  const rest = `${hours ? twoDigits(minutes) : minutes}:${twoDigits(total % 60)}`
  return hours ? `${hours}:${rest}` : rest
}
