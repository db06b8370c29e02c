import { execFileSync, spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { DatabaseStartupError } from './describe-error.ts'
import { releaseReserve } from './disk-reserve.ts'
import { childEnvironment, type UnprivilegedRunner } from './drop-privileges.ts'
import { type Folder, limitLog } from './folder.ts'
import { fixedSettings, sharedMemorySettings } from './settings.ts'

export type Postmaster = { pid: number; port: number }
type PidFile = Postmaster & { status: string }

/** The running PostgreSQL of this folder, started if necessary. */
export async function findOrStart(
  folder: Folder,
  binaries: Binaries,
  launcher: UnprivilegedRunner,
  preferredPort: number | undefined,
): Promise<Postmaster> {
  const deadline = Date.now() + 20_000
  // On the port of the killed one, so that a server which lost it finds it there again.
  let port = preferredPort ?? readPidFile(folder)?.port
  for (;;) {
    const found = readPidFile(folder)
    const running = found !== undefined && isPostmaster(found.pid, folder)
    if (running && found.status === 'ready') return found
    if (!running) {
      port ||= await freePort()
      const started = await start(folder, binaries, launcher, port, found?.pid)
      if ('pid' in started) return started
      if (releaseReserve(folder)) continue
      if (!started.isTransient || Date.now() > deadline)
        throw new DatabaseStartupError(
          `PostgreSQL does not start in ${folder.directory}: ${started.reason} (more in ${folder.logFile}).`,
        )
      port = preferredPort
    }
    await delay(50)
  }
}

/** A fast shutdown: open transactions are rolled back, everything committed is on disk. */
export async function stop(folder: Folder, pid: number): Promise<void> {
  for (const [signal, seconds] of [
    ['SIGINT', 60],
    ['SIGQUIT', 10],
    ['SIGKILL', 10],
  ] as const) {
    const deadline = Date.now() + seconds * 1000
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    while (Date.now() < deadline) {
      if (!isPostmaster(pid, folder)) return
      await delay(20)
    }
  }
}

/** Stops any PostgreSQL that runs in this folder, whichever process started it. */
export async function stopAny(folder: Folder): Promise<void> {
  const found = readPidFile(folder)
  if (found && isPostmaster(found.pid, folder)) await stop(folder, found.pid)
}

function readPidFile(folder: Folder): PidFile | undefined {
  try {
    const lines = fs.readFileSync(path.join(folder.directory, 'postmaster.pid'), 'utf8').split('\n')
    const [pid, , , port, , , , status] = lines
    return { pid: Number(pid), port: Number(port), status: (status ?? '').trim() }
  } catch {
    return undefined
  }
}

/** After a restart of a container the same pid often belongs to another process. */
function isPostmaster(pid: number, folder: Folder): boolean {
  const [program = '', ...args] = commandLine(pid)
  if (process.platform !== 'linux')
    return /\bpostgres\b/.test(program) && program.includes(folder.directory)
  const directory = args[args.indexOf('-D') + 1] ?? ''
  return path.basename(program) === 'postgres' && sameFolder(directory, folder.directory)
}

/** Empty for a terminated process, including a zombie. */
function commandLine(pid: number): string[] {
  try {
    if (process.platform === 'linux')
      return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return [execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })]
  } catch {
    return []
  }
}

function sameFolder(one: string, other: string): boolean {
  try {
    return fs.realpathSync(one) === fs.realpathSync(other)
  } catch {
    return false
  }
}

type StartFailure = { reason: string; isTransient: boolean }

/** Detached and logging to a file, so that it survives a killed server. */
async function start(
  folder: Folder,
  binaries: Binaries,
  launcher: UnprivilegedRunner,
  port: number,
  stalePid: number | undefined,
): Promise<Postmaster | StartFailure> {
  const settings = Object.entries({ ...fixedSettings, ...sharedMemorySettings() }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  )
  const { file, args, account } = launcher.command(binaries.postgres, [
    '-D',
    folder.directory,
    '-p',
    String(port),
    ...settings,
  ])
  limitLog(folder)
  const log = fs.openSync(folder.logFile, 'a', 0o600)
  const logStart = fs.fstatSync(log).size
  const child = spawn(file, args, {
    ...account,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    env: {
      ...childEnvironment,
      // Makes PostgreSQL ignore a pid file that names this unrelated process. It still
      // checks by itself that no backend of a killed postmaster is left.
      ...(stalePid === undefined ? {} : { PG_GRANDPARENT_PID: String(stalePid) }),
    },
  })
  fs.closeSync(log)
  child.unref()
  let failure: Error | undefined
  child.on('error', (error) => {
    failure = error
  })
  while (failure === undefined && child.exitCode === null && child.signalCode === null) {
    const now = readPidFile(folder)
    if (now?.pid === child.pid && now?.status === 'ready') return { pid: now.pid, port: now.port }
    await delay(10)
  }
  return parseStartFailure(failure?.message ?? readLog(folder, logStart))
}

function parseStartFailure(log: string): StartFailure {
  const reason = log.match(/(?:FATAL|PANIC):\s+(.*)/)?.[1] ?? log.trim().split('\n').at(-1) ?? ''
  // The port was taken meanwhile, another process was faster, or backends of a killed
  // postmaster are still shutting down.
  const isTransient = /TCP\/IP socket|lock file|shared memory block/.test(reason)
  return { reason: reason || 'it exited without a message', isTransient }
}

function readLog(folder: Folder, from: number): string {
  return fs.readFileSync(folder.logFile).subarray(from).toString('utf8')
}

/** Below the ephemeral port range, so that no outgoing connection takes the port during a restart. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const server = createServer()
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!free) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}
