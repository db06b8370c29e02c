import type { KillReason } from './job.ts'
import { resourceUsage } from './resource-usage.ts'

type Watched = {
  pid: number
  maxMemoryBytes: number
  cpuMs: number
  wallMs: number
  isWaiting(): boolean
  onExceeded(reason: KillReason): void
}

const intervalMs = 50

/** Looks at a process every 50 ms while it runs a job. Returns a function that stops looking. */
export function watchLimits(watched: Watched): () => void {
  let cpuBefore: number | undefined
  let elapsed = 0
  let last = performance.now()
  let isLooking = false

  async function look() {
    const now = performance.now()
    if (!watched.isWaiting()) elapsed += now - last
    last = now
    if (elapsed > watched.wallMs) return watched.onExceeded('time')
    const usage = await resourceUsage(watched.pid)
    if (!usage) return
    cpuBefore ??= usage.cpuMs
    if (usage.residentBytes > watched.maxMemoryBytes) watched.onExceeded('memory')
    else if (usage.cpuMs - cpuBefore > watched.cpuMs) watched.onExceeded('cpu')
  }

  async function lookAgain() {
    if (isLooking) return
    isLooking = true
    await look()
    isLooking = false
  }

  void lookAgain()
  const timer = setInterval(lookAgain, intervalMs)
  return () => clearInterval(timer)
}
