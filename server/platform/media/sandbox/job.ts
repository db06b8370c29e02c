import type { Writable } from 'node:stream'
import { maxFrameBytes } from '../task.ts'
import { encodeFrame, type Frame } from './frames.ts'

export type JobLimits = {
  cpuMs: number
  /** Wall-clock time, without the time that the server takes to read or write for the task. */
  wallMs: number
  outputBytes?: number
}

/** A task to run on one file. */
export type Job = {
  task: string
  options?: unknown
  size: number
  read(start: number, end: number): Promise<Uint8Array>
  write?(bytes: Uint8Array): Promise<void> | void
  limits: JobLimits
}

export type KillReason = 'memory' | 'cpu' | 'time' | 'output' | 'protocol' | 'crash'

/** The task has rejected its file or was killed: the file is to blame, not the server. */
export class TaskFailed extends Error {
  /** Undefined if the task itself has rejected the file. */
  readonly killed: KillReason | undefined
  constructor(message: string, killed?: KillReason) {
    super(message)
    this.name = 'TaskFailed'
    this.killed = killed
  }
}

export type RunningJob = {
  result: Promise<unknown>
  receive(frame: Frame): void
  end(reason: KillReason): void
  /** Whether the task waits for the server. */
  isWaiting(): boolean
}

/** The tasks wait for a response before their next request: only a compromised process has this many unanswered. */
const maxConcurrentRequests = 8
/** Enough for several passes over the file, some seeking, and output in small pieces. */
const maxRequests = ({ size, limits }: Job) =>
  200 + (4 * (size + (limits.outputBytes ?? 0))) / maxFrameBytes

/** Sends a job to a sandbox process and serves its requests. The process is not trusted: it may be compromised. */
export function startJob(input: Writable, job: Job): RunningJob {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const end = (reason: KillReason) =>
    reject(new TaskFailed(`The task was killed: ${reason}.`, reason))
  let requestsLeft = maxRequests(job)
  let outputLeft = job.limits.outputBytes ?? 0
  let pending = 0
  let last: Promise<unknown> = Promise.resolve()

  /** Responds in the order of the requests. A failure of the store ends the job and is passed on. */
  function respond(work: () => Promise<Uint8Array | undefined>) {
    if (requestsLeft-- <= 0 || pending >= maxConcurrentRequests) return end('protocol')
    pending++
    last = last.then(work).then((bytes) => {
      pending--
      input.write(encodeFrame({ type: 'response' }, bytes))
    })
    last.catch(reject)
  }

  function read(start: unknown, stop: unknown) {
    if (!isRange(start, stop, job.size)) return end('protocol')
    respond(() => job.read(Number(start), Number(stop)))
  }

  function write(bytes: Uint8Array) {
    outputLeft -= bytes.length
    if (outputLeft < 0) return end('output')
    respond(async () => {
      await job.write?.(bytes)
      return undefined
    })
  }

  /** After the last response: a late one would be taken for a response to the next job. */
  const fail = (message: string) => last.then(() => reject(new TaskFailed(message)), reject)

  input.write(encodeFrame({ type: 'run', task: job.task, options: job.options, size: job.size }))
  return {
    result: promise,
    end,
    isWaiting: () => pending > 0,
    receive({ header, bytes }) {
      if (header['type'] === 'read') read(header['start'], header['end'])
      else if (header['type'] === 'write') write(bytes)
      else if (header['type'] === 'done') last.then(() => resolve(header['result']), reject)
      else if (header['type'] === 'failed') fail(plainText(header['message']))
      else end('protocol')
    },
  }
}

/** The message may be shown and stored. */
const plainText = (message: unknown) =>
  String(message)
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, 200)

function isRange(start: unknown, end: unknown, size: number): boolean {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end)) return false
  const [from, to] = [Number(start), Number(end)]
  return from >= 0 && from <= to && to <= size && to - from <= maxFrameBytes
}
