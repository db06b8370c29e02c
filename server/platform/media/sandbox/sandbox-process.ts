import { createFrameReader, type Frame } from './frames.ts'
import { type Job, type KillReason, startJob, TaskFailed } from './job.ts'
import { killSandbox, type LaunchOptions, launchSandbox, type SandboxChild } from './launch.ts'
import { watchLimits } from './watch-limits.ts'

const startTimeoutMs = 30_000

type Listener = { receive(frame: Frame): void; end(reason: KillReason): void }

/** A process that runs one job at a time and is killed when a job exceeds its limits. */
export class SandboxProcess {
  isAlive = true
  jobsDone = 0
  readonly exited: Promise<void>
  readonly #child: SandboxChild
  readonly #options: LaunchOptions
  #listener: Listener | undefined

  constructor(options: LaunchOptions) {
    this.#options = options
    this.#child = launchSandbox(options)
    const { stdin, stdout } = this.#child
    // Only a running job prevents the server from exiting.
    for (const handle of [this.#child, stdin, stdout]) (handle as { unref?(): void }).unref?.()
    stdin.on('error', () => {})
    const receive = createFrameReader((frame) => this.#listener?.receive(frame))
    stdout.on('data', (chunk: Buffer) => {
      try {
        receive(chunk)
      } catch {
        this.#listener?.end('protocol')
      }
    })
    const { promise, resolve } = Promise.withResolvers<void>()
    this.exited = promise
    const onExit = () => {
      this.isAlive = false
      killSandbox(this.#child)
      this.#listener?.end('crash')
      resolve()
    }
    this.#child.once('exit', onExit)
    this.#child.once('error', onExit)
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** Rejects if the process cannot start: a fault of the server, not of a file. */
  async whenReady(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const fail = () => reject(new Error('The sandbox process for media files did not start.'))
    this.#listener = { receive: () => resolve(), end: fail }
    if (!this.isAlive) fail()
    const timer = setTimeout(fail, startTimeoutMs)
    try {
      await promise
    } catch (error) {
      await this.kill()
      throw error
    } finally {
      clearTimeout(timer)
      this.#listener = undefined
    }
  }

  /** Rejects with `TaskFailed`, or with the error of the job's `read` or `write`. */
  async run(job: Job): Promise<unknown> {
    const running = startJob(this.#child.stdin, job)
    this.#listener = running
    if (!this.isAlive) running.end('crash')
    const stopWatching = watchLimits({
      ...job.limits,
      pid: this.pid,
      maxMemoryBytes: this.#options.maxMemoryBytes,
      isWaiting: running.isWaiting,
      onExceeded: running.end,
    })
    try {
      return await running.result
    } catch (error) {
      // After a rejected file the process can be reused; after anything else it may still be busy.
      if (!(error instanceof TaskFailed) || error.killed) await this.kill()
      throw error
    } finally {
      stopWatching()
      this.#listener = undefined
      this.jobsDone++
    }
  }

  async kill(): Promise<void> {
    if (this.isAlive) killSandbox(this.#child)
    this.#child.ref()
    await this.exited
  }
}
