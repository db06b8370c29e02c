import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'

export type ResourceUsage = { cpuMs: number; residentBytes: number }

/**
 * CPU time since its start and resident memory of another process, on Linux with the programs that it has started;
 * undefined if the system does not say.
 */
export async function resourceUsage(pid: number): Promise<ResourceUsage | undefined> {
  if (process.platform === 'linux') return usageFromProc(pid)
  if (process.platform === 'win32') return undefined
  return usageFromPs(pid)
}

/** Linux has counted CPU time in hundredths of a second for user space on every architecture. */
const tickMs = 10

function usageFromProc(pid: number): ResourceUsage | undefined {
  try {
    // The name in parentheses may contain spaces; numbers follow it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    const running = children
      .split(' ')
      .filter(Boolean)
      .map((each) => usageFromProc(Number(each)))
    const sumOf = (name: keyof ResourceUsage) =>
      running.reduce((sum, usage) => sum + (usage?.[name] ?? 0), 0)
    const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return {
      // The last two are those of programs that have ended.
      cpuMs:
        fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) * tickMs +
        sumOf('cpuMs'),
      residentBytes: Number(resident ?? 0) * 1024 + sumOf('residentBytes'),
    }
  } catch {
    return undefined
  }
}

const run = promisify(execFile)

/** macOS and the BSDs have no /proc. */
export async function usageFromPs(pid: number): Promise<ResourceUsage | undefined> {
  try {
    const { stdout } = await run('ps', ['-o', 'rss=,time=', '-p', String(pid)])
    const [, resident, days = '0', hours = '0', minutes, seconds] =
      /(\d+)\s+(?:(\d+)-)?(?:(\d+):)?(\d+):([\d.]+)/.exec(stdout) ?? []
    if (!resident) return undefined
    const total =
      ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)
    return { cpuMs: total * 1000, residentBytes: Number(resident) * 1024 }
  } catch {
    return undefined
  }
}
