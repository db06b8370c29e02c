import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { MessageChannel, type Transferable, Worker } from 'node:worker_threads'
import type { AudioMetadata } from './audio-metadata.ts'
import { blockLength, type ReadBytes } from './remote-tokenizer.ts'
import { createWorkQueue } from './work-queue.ts'

type AudioFile = { size: number; read: ReadBytes }
export type AudioProbe = {
  /** Undefined if the file is not supported audio, or if parsing takes too much time or memory. */
  probe(file: AudioFile): Promise<AudioMetadata | undefined>
  close(): Promise<void>
}

type Result = { metadata: AudioMetadata | undefined }
type FromWorker = { start: number; end: number } | Result
type Outcome = Result | 'failed'

const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }

/** Reads audio metadata in worker threads; a worker is terminated after `timeLimit` milliseconds of parsing. */
export function createAudioProbe({ timeLimit = 3500 } = {}): AudioProbe {
  const threads = Math.max(2, Math.min(4, availableParallelism()))
  const queue = createWorkQueue({ concurrency: threads, maxQueue: 100 })
  const idle: Worker[] = []
  const all = new Set<Worker>()

  async function start(): Promise<Worker> {
    const worker = new Worker(new URL('./audio-worker.ts', import.meta.url), { resourceLimits })
    worker.unref()
    // A worker that runs out of memory emits an error before it exits; unhandled, it would end this process.
    worker.on('error', () => {})
    all.add(worker)
    worker.once('exit', () => {
      all.delete(worker)
      const at = idle.indexOf(worker)
      if (at !== -1) idle.splice(at, 1)
    })
    await Promise.race([once(worker, 'message'), once(worker, 'exit')])
    return worker
  }

  async function probe(file: AudioFile) {
    const worker = idle.pop() ?? (await start())
    const outcome = await runProbe(worker, file, timeLimit).catch(async (error) => {
      await worker.terminate()
      throw error
    })
    if (outcome === 'failed') await worker.terminate()
    else idle.push(worker)
    return outcome === 'failed' ? undefined : outcome.metadata
  }

  return {
    probe: (file) => queue(() => probe(file)),
    close: async () => {
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}

/** Runs one probe in one worker. Rejects only if the bytes cannot be read. */
async function runProbe(worker: Worker, file: AudioFile, timeLimit: number): Promise<Outcome> {
  const { port1: port, port2 } = new MessageChannel()
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
  const fail = () => resolve('failed')
  const timer = createTimer(timeLimit, fail)
  let readsLeft = maxReads(file.size)
  worker.on('exit', fail)
  port.on('message', (message: FromWorker) => {
    if ('metadata' in message) return resolve(message)
    if (readsLeft-- === 0) return fail()
    // Waiting for the store does not count.
    timer.stop()
    file.read(message.start, message.end).then((bytes) => {
      // A copy, because transferring detaches the buffer.
      const copy = new Uint8Array(bytes)
      timer.start()
      port.postMessage(copy, [copy.buffer as Transferable])
    }, reject)
  })
  try {
    timer.start()
    worker.postMessage({ size: file.size, port: port2 }, [port2])
    return await promise
  } finally {
    timer.stop()
    port.close()
    worker.off('exit', fail)
  }
}

/** Two passes over the file, and some seeking. */
const maxReads = (size: number) => 100 + (2 * size) / blockLength

function createTimer(limit: number, onTimeout: () => void) {
  let left = limit
  let started = 0
  let timeout: NodeJS.Timeout | undefined
  return {
    start() {
      started = performance.now()
      timeout = setTimeout(onTimeout, left)
    },
    stop() {
      if (timeout) left -= performance.now() - started
      clearTimeout(timeout)
      timeout = undefined
    },
  }
}
