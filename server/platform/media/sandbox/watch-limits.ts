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

/** Samples the resource usage of a process every 50 ms while it runs a job. Returns a function that stops the sampling. */
export function watchLimits(watched: Watched): () => void {
  let cpuBefore: number | undefined
  let elapsed = 0
  let last = performance.now()
  let isSampling = false

  async function sample() {
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

  async function sampleUnlessRunning() {
    if (isSampling) return
    isSampling = true
    await sample()
    isSampling = false
  }

  void sampleUnlessRunning()
  const timer = setInterval(sampleUnlessRunning, intervalMs)
  return () => clearInterval(timer)
}
