import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { ensureBrowser } from '../../scripts/ensure-browser.ts'

const locations = {
  nginx: ['/usr/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx'],
  pgbench: ['/usr/bin/pgbench', '/usr/lib/postgresql/*/bin/pgbench', '/opt/homebrew/bin/pgbench'],
  wrk: ['/usr/bin/wrk', '/usr/local/bin/wrk', '/opt/homebrew/bin/wrk'],
} as const
/** Debian has pgbench in the versioned server package; the meta package depends on it. */
const packages = { nginx: 'nginx-light', pgbench: 'postgresql', wrk: 'wrk' } as const

export type Tool = keyof typeof locations | 'chromium'
export type Tools = Record<Tool, string | undefined>

/** The programs that the benchmarks need: installed ones, and Debian's where apt-get is available. */
export async function findTools(required: ReadonlySet<Tool>): Promise<Tools> {
  const find = (tool: keyof typeof locations) =>
    required.has(tool) ? (locate(tool) ?? install(tool)) : undefined
  return {
    nginx: find('nginx'),
    pgbench: find('pgbench'),
    wrk: find('wrk'),
    chromium: required.has('chromium') ? await ensureBrowser() : undefined,
  }
}

function locate(tool: keyof typeof locations): string | undefined {
  return locations[tool].flatMap((pattern) => globSync(pattern)).find((file) => existsSync(file))
}

function install(tool: keyof typeof locations): string | undefined {
  if (!existsSync('/usr/bin/apt-get')) return undefined
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const quietly = ['env', 'DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1', 'apt-get', '-y', '-qq']
  console.log(`Installing ${packages[tool]} to measure with …`)
  run([...sudo, 'apt-get', 'update', '-qq'])
  run([...sudo, ...quietly, 'install', '--no-install-recommends', packages[tool]])
  return locate(tool)
}

function run([command = '', ...options]: string[]) {
  const { status } = spawnSync(command, options, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) console.error(`This command failed: ${[command, ...options].join(' ')}`)
}
