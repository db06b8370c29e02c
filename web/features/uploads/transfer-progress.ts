import { formatBytes } from '#web/lib/format-bytes.ts'

/** What is measured of a file that is being sent. */
export type TransferProgress = {
  /** Bytes that have arrived or are being sent, and all. */
  sent: number
  total: number
  /** Undefined until there is enough to measure. */
  bytesPerSecond?: number | undefined
}

const windowMs = 10_000
const minMs = 800

/** Measures the speed of the last seconds. */
export function createSpeedometer(now = () => performance.now()) {
  let samples: { at: number; sent: number }[] = []
  return (sent: number): number | undefined => {
    const at = now()
    // A part that was lost is sent again.
    if (sent < (samples.at(-1)?.sent ?? 0)) samples = []
    samples = [...samples.filter((sample) => at - sample.at <= windowMs), { at, sent }]
    const [first = { at, sent }] = samples
    const ms = at - first.at
    return ms < minMs ? undefined : ((sent - first.sent) * 1000) / ms
  }
}

/** '41 min left'; empty if there is nothing to tell. */
export function timeLeft({ sent, total, bytesPerSecond }: TransferProgress): string {
  if (!bytesPerSecond || sent >= total) return ''
  const seconds = Math.ceil((total - sent) / bytesPerSecond)
  if (seconds < 60) return `${seconds} sec left`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60
    ? `${minutes} min left`
    : `${Math.floor(minutes / 60)} hr ${minutes % 60} min left`
}

/** '3.1 MB/s · 12 sec left'. */
export function describeSpeed(progress: TransferProgress): string {
  const { bytesPerSecond } = progress
  const speed = bytesPerSecond ? [formatBytes(bytesPerSecond), 's'].join('/') : ''
  return [speed, timeLeft(progress)].filter(Boolean).join(' · ')
}
