import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { cpuSeconds } from './processes.ts'

const run = promisify(execFile)

export type Pgbench = {
  pgbench: string
  url: string
  /** The process id of the postmaster. */
  pid: number
  folder: string
  size: number
  seconds: number
}

export type PgbenchResult = { perSecond: number; cpuMilliseconds: number }

/** One row by its key, repeated on one connection, like pgbench's select-only test. */
export async function pointQueries({
  pgbench,
  url,
  pid,
  folder,
  size,
  seconds,
}: Pgbench): Promise<PgbenchResult> {
  const script = path.join(folder, 'point.sql')
  await writeFile(
    script,
    `\\set n random(0, ${size - 1})\nselect * from tracks where slug = 'track-' || :n;\n`,
  )
  const before = cpuSeconds(pid)
  const { stdout } = await run(pgbench, ['-n', '-c1', '-T', String(seconds), '-f', script, url])
  const transactions = Number(/transactions actually processed: (\d+)/.exec(stdout)?.[1])
  const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  return { perSecond, cpuMilliseconds: ((cpuSeconds(pid) - before) / transactions) * 1000 }
}
