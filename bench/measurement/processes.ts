import { readdirSync, readFileSync } from 'node:fs'

/** Seconds of CPU time of a process and its children since they started; NaN except on Linux. */
export function cpuSeconds(pid: number): number {
  try {
    return processTree(pid).reduce(
      (sum, member) => sum + ownSeconds(member) + reapedSeconds(member),
      0,
    )
  } catch {
    return Number.NaN
  }
}

function ownSeconds(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((task) =>
    Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
  )
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e9
}

/** CPU time of terminated children, in hundredths of a second. */
function reapedSeconds(pid: number): number {
  // The name in parentheses may contain spaces; numbers follow it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) / 100
}

function processTree(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean),
  )
  return [pid, ...children.flatMap((child) => processTree(Number(child)))]
}

/** Bytes of private memory of a process, without mapped files; NaN except on Linux. */
export function memoryOf(pid: number): number {
  try {
    const kilobytes = /^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes) * 1024
  } catch {
    return Number.NaN
  }
}

/** The same of a process and its children. */
export function memoryOfTree(pid: number): number {
  try {
    return processTree(pid).reduce((sum, member) => sum + (memoryOf(member) || 0), 0)
  } catch {
    return Number.NaN
  }
}

/** The most memory that a process has during an action. */
export async function peakMemory(pid: number, action: () => Promise<unknown>): Promise<number> {
  let peak = memoryOf(pid)
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(pid))
  }, 50)
  try {
    await action()
  } finally {
    clearInterval(watch)
  }
  return peak
}
