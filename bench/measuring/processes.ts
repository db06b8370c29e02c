import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100

/** Seconds of processor time of a process and its children since they began; NaN where nobody tells. */
export function processorSeconds(pid: number): number {
  try {
    return familyOf(pid).reduce((sum, member) => sum + ownSeconds(member), 0)
  } catch {
    return Number.NaN
  }
}

function ownSeconds(pid: number): number {
  // The name in parentheses may hold spaces; what follows it are numbers.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

function familyOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean),
  )
  return [pid, ...children.flatMap((child) => familyOf(Number(child)))]
}

/** Bytes of memory that a process alone holds now, without those of files that it reads; NaN where nobody tells. */
export function memoryOf(pid: number): number {
  try {
    const kilobytes = /^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes) * 1024
  } catch {
    return Number.NaN
  }
}
