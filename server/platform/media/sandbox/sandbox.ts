import { HttpError, RateLimitError, unavailable } from '#server/errors.ts'
import { createFairQueue } from '#server/platform/batching/fair-queue.ts'
import type { Job } from './job.ts'
import { SandboxProcess } from './sandbox-process.ts'

export type SandboxOptions = {
  /** Processes at a time. */
  concurrency: number
  /** Waiting jobs of all clients together; beyond it, whoever has the most gets 503. */
  maxQueue: number
  /** Waiting jobs of one client; more are rejected with 429. */
  maxQueuePerClient: number
  maxMemoryBytes: number
  niceness: number
  /** CPU time of one process for all its jobs: ends a task whose server is gone. */
  maxCpuSeconds: number
  preload?: readonly string[]
  programPath?: string | undefined
  /** A process without work ends after this time. */
  idleMs?: number
  /** A process is replaced after this many jobs, which frees leaked memory. */
  maxJobsPerProcess?: number
  /** For tests. */
  onStart?(process: SandboxProcess): void
}

/**
 * Runs tasks on untrusted files in processes that are killed when they exceed their limits. Whoever has used
 * the least time comes first.
 * Work with another priority, such as long analyses in the background, has a sandbox with its own options.
 */
export type Sandbox = {
  /**
   * Rejects with `TaskFailed` if the task rejects the file or is killed, with 503 or 429 if too many
   * jobs are waiting, and with the error of the job's `read` or `write`.
   */
  run(client: string, job: Job): Promise<unknown>
  /** Starts a process if there is none, so that the next job does not wait for it. */
  warmUp(): void
  close(): Promise<void>
}

const retryAfterSeconds = 10
const queueFull = () =>
  new HttpError(
    503,
    'The server is busy with other files. Please try again in a moment.',
    retryAfterSeconds,
  )
const tooManyOfClient = () =>
  new RateLimitError(
    retryAfterSeconds,
    'Several of your files are being checked. Please try again in a moment.',
  )

const defaultIdleMs = 2 * 60_000
const defaultMaxJobs = 50

export function createSandbox(options: SandboxOptions): Sandbox {
  const { idleMs = defaultIdleMs, maxJobsPerProcess = defaultMaxJobs } = options
  const queue = createFairQueue({
    concurrency: options.concurrency,
    maxQueue: options.maxQueue,
    onOverflow: queueFull,
    perKey: { maxQueue: options.maxQueuePerClient, onOverflow: tooManyOfClient },
  })
  const all = new Set<SandboxProcess>()
  const idle: SandboxProcess[] = []
  let warming: Promise<void> | undefined
  let isClosed = false

  async function start(): Promise<SandboxProcess> {
    const started = new SandboxProcess({ preload: [], ...options })
    all.add(started)
    void started.exited.then(() => {
      all.delete(started)
      remove(idle, started)
    })
    await started.whenReady()
    options.onStart?.(started)
    return started
  }

  async function acquire(): Promise<SandboxProcess> {
    await warming
    return (
      idle.pop() ??
      start().catch(() => {
        throw unavailable('Checking files')
      })
    )
  }

  function release(used: SandboxProcess) {
    if (!used.isAlive) return
    if (isClosed || used.jobsDone >= maxJobsPerProcess) return void used.kill()
    idle.push(used)
    const jobs = used.jobsDone
    setTimeout(() => {
      if (used.jobsDone === jobs && remove(idle, used)) void used.kill()
    }, idleMs).unref()
  }

  return {
    run: (client, job) =>
      queue({ keys: [client] }, async () => {
        const acquired = await acquire()
        try {
          return await acquired.run(job)
        } catch (error) {
          // A shutdown is not an error of the file.
          throw isClosed ? unavailable('Checking files') : error
        } finally {
          release(acquired)
        }
      }),
    warmUp() {
      if (all.size === 0 && !isClosed) warming = start().then(release, () => {})
    },
    async close() {
      isClosed = true
      await Promise.all([...all].map((each) => each.kill()))
    },
  }
}

function remove<T>(list: T[], item: T): boolean {
  const at = list.indexOf(item)
  return at !== -1 && list.splice(at, 1).length > 0
}
