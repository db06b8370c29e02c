import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
const works = (command: string, args: string[]) => spawnSync(command, args).status === 0

/** docker or podman, whichever works here. */
export const engine = ['docker', 'podman'].find((name) => works(name, ['info']))

/** What runs compose files with that engine. */
export function findCompose(): string[] | undefined {
  if (engine && works(engine, ['compose', 'version'])) return [engine, 'compose']
  if (engine === 'podman' && works('podman-compose', ['version'])) return ['podman-compose']
  return undefined
}

type Options = { seconds?: number; quiet?: boolean; env?: Record<string, string> }

/** Runs a command in the project's folder; returns what it printed. */
export function run(
  [command = '', ...args]: readonly string[],
  { seconds = 60, quiet = true, env = {} }: Options = {},
): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    timeout: seconds * 1000,
    env: { ...process.env, ...env },
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
  })
  if (status === 0) return stdout?.trim() ?? ''
  const reason = error?.message ?? (stderr || `exit code ${status}`)
  throw new Error(`${command} ${args.join(' ')} failed: ${reason}`)
}

export const runEngine = (args: readonly string[], options?: Options) =>
  run([engine ?? '', ...args], options)

export function expectEqual(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${what}: expected ${expected}, got ${actual}`)
}
