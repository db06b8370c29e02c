import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { cpuSeconds } from './processes.ts'

const run = promisify(execFile)

export type LoadOptions = {
  wrk: string
  /** The processes whose CPU time is measured. */
  pids: readonly number[]
  url: string
  connections: number
  seconds: number
  headers?: Record<string, string>
  /** A Lua script for wrk, for requests that differ from each other. */
  script?: string
}

export type LoadResult = {
  perSecond: number
  bytesPerSecond: number
  cpuSeconds: number
  requests: number
  /** Milliseconds of a request, with what it waited in the client. */
  median: number
  p99: number
}

/** As many requests as these connections can send in this time. One thread sends, so that one core is left for the server. */
export async function runLoad({ wrk, pids, url, connections, seconds, ...rest }: LoadOptions) {
  const headers = Object.entries(rest.headers ?? {}).flatMap(([name, value]) => [
    '-H',
    `${name}: ${value}`,
  ])
  const script = rest.script ? ['-s', rest.script] : []
  const before = total(pids)
  const options = [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--latency',
    '--timeout',
    '30s',
    ...headers,
    ...script,
    url,
  ]
  const { stdout } = await run(wrk, options)
  return { ...parseWrkOutput(stdout), cpuSeconds: total(pids) - before }
}

const total = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0)

/** Parses a line such as `2048 requests in 3.01s, 2.00GB read`. One failed request makes the figure worthless. */
function parseWrkOutput(output: string) {
  if (/Non-2xx or 3xx responses|Socket errors/.test(output))
    throw new Error(`Some requests failed:\n${output}`)
  const [, count, seconds, amount, unit] =
    /(\d+) requests in ([\d.]+)s, ([\d.]+)([KMGT]?)B read/.exec(output) ?? []
  const requests = Number(count)
  const bytes = Number(amount) * 1024 ** ['', 'K', 'M', 'G', 'T'].indexOf(unit ?? '')
  return {
    requests,
    perSecond: requests / Number(seconds),
    bytesPerSecond: bytes / Number(seconds),
    median: parsePercentile(output, 50),
    p99: parsePercentile(output, 99),
  }
}

const unitMilliseconds = { us: 0.001, ms: 1, s: 1000, m: 60_000 } as const

/** Parses a line such as `     99%   12.34ms`. */
function parsePercentile(output: string, percent: number): number {
  const [, amount, unit] =
    new RegExp(`^\\s+${percent}%\\s+([\\d.]+)(us|ms|s|m)$`, 'm').exec(output) ?? []
  return Number(amount) * (unitMilliseconds[unit as keyof typeof unitMilliseconds] ?? Number.NaN)
}

/** Each request uses the next path, and the next range if there are any. */
export async function writeScript(
  folder: string,
  name: string,
  paths: readonly string[],
  { ranges = [], method = 'GET' }: { ranges?: readonly string[]; method?: 'GET' | 'POST' } = {},
): Promise<string> {
  const file = path.join(folder, `${name}.lua`)
  const list = (items: readonly string[]) =>
    `{${items.map((item) => JSON.stringify(item)).join(',')}}`
  await writeFile(
    file,
    `local paths = ${list(paths)}
local ranges = ${list(ranges)}
local n = 0
request = function()
  n = n + 1
  local headers = {}
  if #ranges > 0 then headers["Range"] = ranges[n % #ranges + 1] end
  return wrk.format("${method}", paths[n % #paths + 1], headers)
end
`,
  )
  return file
}
