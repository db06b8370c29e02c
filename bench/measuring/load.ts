import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { processorSeconds } from './processes.ts'

const run = promisify(execFile)

export type Load = {
  wrk: string
  /** Whose processor time counts. */
  pids: readonly number[]
  url: string
  connections: number
  seconds: number
  headers?: Record<string, string>
  /** A script in wrk's own language, for requests that differ from each other. */
  script?: string
}

export type Served = {
  perSecond: number
  bytesPerSecond: number
  cpuSeconds: number
  answered: number
}

/** As many requests as so many connections can ask in the time. One thread asks, so that a core is left for who answers. */
export async function underLoad({ wrk, pids, url, connections, seconds, ...rest }: Load) {
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
    '--timeout',
    '30s',
    ...headers,
    ...script,
    url,
  ]
  const { stdout } = await run(wrk, options)
  return { ...readServed(stdout), cpuSeconds: total(pids) - before }
}

const total = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + processorSeconds(pid), 0)

/** wrk's own words, such as `2048 requests in 3.01s, 2.00GB read`. A failed answer makes the figure worthless. */
function readServed(said: string) {
  if (/Non-2xx or 3xx responses|Socket errors/.test(said))
    throw new Error(`Some requests failed:\n${said}`)
  const [, requests, seconds, amount, unit] =
    /(\d+) requests in ([\d.]+)s, ([\d.]+)([KMGT]?)B read/.exec(said) ?? []
  const bytes = Number(amount) * 1024 ** ['', 'K', 'M', 'G', 'T'].indexOf(unit ?? '')
  const answered = Number(requests)
  return {
    answered,
    perSecond: answered / Number(seconds),
    bytesPerSecond: bytes / Number(seconds),
  }
}

/** Each request for the next of the paths, with the next of the ranges where there are some. */
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
