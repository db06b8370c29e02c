import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { projectFolder } from '#server/config.ts'
import { folderAt } from '#server/platform/postgres/folder.ts'
import { stopAny } from '#server/platform/postgres/postmaster.ts'
import { ensureBuild } from '../../scripts/build.ts'
import { freePort } from './free-port.ts'

export type ServerProcess = {
  url: string
  pid: number
  /** The output so far. */
  output(): string
  /** Waits until it exits. */
  exitCode(): Promise<number | null>
  signal(signal: NodeJS.Signals): void
  ready(): Promise<void>
}

/** Once for all test files of a worker. */
let building: Promise<void> | undefined

/** What `npm start` runs, up to date. */
export async function serverBundle(): Promise<string> {
  building ??= ensureBuild()
  await building
  return path.join(projectFolder, 'dist/server/main.js')
}

/** When something ends that a test has started: at the end of the test, unless a file shares it. */
export type AtEnd = (end: () => Promise<void>) => void

type ProcessOptions = {
  nodeOptions?: readonly string[]
  atEnd?: AtEnd
  /** Of another version; otherwise of this one. */
  program?: string | undefined
}

/** Options and environment with which a script starts quickly. */
export const quickStart = {
  options: ['--import', new URL('../../scripts/drizzle-as-commonjs.ts', import.meta.url).href],
  env: {
    PATH: process.env['PATH'],
    // Shares the compile cache between starts.
    NODE_COMPILE_CACHE: path.join(tmpdir(), 'soundpost-compile-cache'),
  },
} as const

/** A data folder for this test; processes that still run in it are stopped at its end. */
export function dataFolder(atEnd: AtEnd = onTestFinished): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-main-'))
  atEnd(async () => {
    await stopAny(folderAt(path.join(folder, 'postgres')))
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** The server as `npm start` runs it. It is stopped at the end of the test, or when `atEnd` says. */
export async function startServerProcess(
  dataDir: string,
  env: Record<string, string> = {},
  { nodeOptions = [], atEnd = onTestFinished, program }: ProcessOptions = {},
): Promise<ServerProcess> {
  const port = env['PORT'] ?? String(await freePort())
  const main = program ?? (await serverBundle())
  const child = spawn(process.execPath, [...nodeOptions, main], {
    env: {
      ...quickStart.env,
      DATA_DIR: dataDir,
      PORT: port,
      RATE_LIMIT_SCALE: '1000',
      RENDITIONS: 'off',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += chunk))
  child.stderr.on('data', (chunk) => (printed += chunk))
  const ended = once(child, 'exit')
  atEnd(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const url = `http://localhost:${port}`
  return {
    url,
    pid: child.pid ?? 0,
    output: () => printed,
    exitCode: async () => (await ended)[0] as number | null,
    signal: (signal) => void child.kill(signal),
    ready: () =>
      vi.waitFor(
        async () => {
          if (!(await responds(url))) throw new Error(`The server is not ready: ${printed}`)
        },
        { timeout: 100_000, interval: 100 },
      ),
  }
}

async function responds(url: string): Promise<boolean> {
  const ready = await fetch(`${url}/readyz`).catch(() => undefined)
  await ready?.arrayBuffer()
  return ready?.status === 200
}

export function postmasterPid(dataDir: string): number {
  return Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

/** A zombie process still has its pid on some systems. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch (error) {
    const withoutProc = (error as NodeJS.ErrnoException).code === 'ENOENT' && !existsSync('/proc/1')
    return withoutProc
  }
}
