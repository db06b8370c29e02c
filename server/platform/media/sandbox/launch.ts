import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { realpathSync, writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { projectFolder } from '#server/config.ts'

export type LaunchOptions = {
  /** Resident memory above which the process is killed. */
  maxMemoryBytes: number
  /** CPU time of all its tasks together: the last resort if the server is gone and a parser never ends. */
  maxCpuSeconds: number
  /** Added to the niceness of the server, so that the system prefers the server. */
  niceness: number
  /** Tasks that are loaded before the process is ready. */
  preload: readonly string[]
  /** The folders of programs that the process may start, which share its limits; without them it starts none. */
  programPath?: string | undefined
  /** What Node runs instead of main.ts, for tests. */
  script?: readonly string[]
}

export type SandboxChild = ChildProcessByStdio<Writable, Readable, null>

const MiB = 1024 ** 2
/** A bundle of main.ts: a process that loads the single files takes 0.6 instead of 0.2 s to start. */
const bundle = path.join(projectFolder, 'dist/sandbox')

/** Starts a process with as few rights as the platform allows; docs/decisions/0015-media-sandbox.md says which. */
export function launchSandbox(options: LaunchOptions): SandboxChild {
  const script = options.script ?? [path.join(bundle, 'main.js'), ...options.preload]
  const node = [process.execPath, ...nodeOptions(options), ...script]
  const [command = '', ...args] =
    process.platform === 'win32' ? node : [...withLimits(options), ...withoutNetwork(), ...node]
  const child = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    // A new environment, without the secrets of the server.
    env: {
      PATH: '/usr/bin:/bin',
      MALLOC_ARENA_MAX: '2',
      UV_THREADPOOL_SIZE: '2',
      ...(options.programPath && { PROGRAM_PATH: options.programPath }),
    },
    cwd: path.parse(projectFolder).root,
    // A process group, which is killed as one.
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  if (child.pid !== undefined) yieldToOthers(child.pid, options.niceness)
  return child
}

/**
 * JavaScript may read its own code and nothing else, write no file and start no thread, and no process unless it has a
 * program to start. Native code such as libvips is not bound by this, only by the limits of the system.
 */
function nodeOptions({ maxMemoryBytes, programPath }: LaunchOptions): string[] {
  const readable = [
    path.join(bundle, '*'),
    path.join(projectFolder, 'package.json'),
    path.join(realpathSync(path.join(projectFolder, 'node_modules')), '*'),
  ]
  return [
    '--permission',
    '--allow-addons',
    ...(programPath ? ['--allow-child-process'] : []),
    ...readable.map((each) => `--allow-fs-read=${each}`),
    '--no-warnings',
    `--max-old-space-size=${Math.round(maxMemoryBytes / MiB / 4)}`,
  ]
}

/**
 * RLIMIT_DATA makes an allocation fail that would exceed the memory limit before the resident memory is sampled again.
 * Node reserves about 550 MB on x86_64 that it never touches, and less on arm64. RLIMIT_AS does not work with V8.
 */
const reservedBytes = 640 * MiB

function withLimits({ maxMemoryBytes, maxCpuSeconds }: LaunchOptions): string[] {
  const kilobytes = Math.round((maxMemoryBytes + reservedBytes) / 1024)
  const limits = [`-c 0`, `-n 64`, `-t ${maxCpuSeconds}`, `-d ${kilobytes}`]
  const script = `${limits.map((limit) => `ulimit ${limit} || :`).join('; ')}; exec "$@"`
  return ['/bin/sh', '-c', script, 'sh']
}

let networkPrefix: string[] | undefined

/**
 * A command that runs another in a network namespace of its own, without any interface. Linux lets unprivileged
 * processes create one unless a container or the distribution forbids it; then the command is empty.
 */
export function withoutNetwork(): string[] {
  networkPrefix ??= ['unshare --user --net', 'unshare --net']
    .map((command) => [...command.split(' '), '--'])
    .find(([command = '', ...args]) => {
      if (process.platform !== 'linux') return false
      return spawnSync(command, [...args, 'true'], { stdio: 'ignore' }).status === 0
    })
  networkPrefix ??= []
  return networkPrefix
}

/** Kills the process group: the process with the programs that it has started. */
export function killSandbox({ pid }: SandboxChild): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

/** Others get the CPU first; and if the machine is out of memory, the kernel kills this process rather than the server. */
function yieldToOthers(pid: number, niceness: number): void {
  try {
    setPriority(pid, Math.min(19, getPriority() + niceness))
    if (process.platform === 'linux') writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')
  } catch {
    // It has ended already, or the system does not allow it.
  }
}
