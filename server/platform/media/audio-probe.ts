import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { MessageChannel, type Transferable, Worker } from 'node:worker_threads'
import type { AudioMetadata } from './audio-metadata.ts'
import { blockLength, type ReadBytes } from './remote-tokenizer.ts'
import { createWorkQueue } from './work-queue.ts'

export type AudioFile = { size: number; read: ReadBytes }
export type AudioProbe = {
  /** Undefined if it is no audio that we take, or if finding out takes too long or too much memory. */
  probe(file: AudioFile): Promise<AudioMetadata | undefined>
  close(): Promise<void>
}

type Answer = { metadata: AudioMetadata | undefined }
type FromWorker = { start: number; end: number } | Answer
type Outcome = Answer | 'failed'

const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }

/** Reads audio files in worker threads; one that hangs is ended after `timeLimit` milliseconds. */
export function createAudioProbe({ timeLimit = 3500 } = {}): AudioProbe {
  const threads = Math.max(2, Math.min(4, availableParallelism()))
  const queue = createWorkQueue({ concurrency: threads, maxQueue: 100 })
  const idle: Worker[] = []
  const all = new Set<Worker>()

  async function start(): Promise<Worker> {
    const worker = new Worker(new URL('./audio-worker.ts', import.meta.url), { resourceLimits })
    worker.unref()
    // Out of memory, it reports an error before it exits; an error that nobody hears would end us.
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
    const outcome = await ask(worker, file, timeLimit).catch(async (error) => {
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

/** One question to one worker. Rejects only when the bytes cannot be read. */
async function ask(worker: Worker, file: AudioFile, timeLimit: number): Promise<Outcome> {
  const { port1: port, port2 } = new MessageChannel()
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
  const fail = () => resolve('failed')
  const clock = stopwatch(timeLimit, fail)
  let readsLeft = maxReads(file.size)
  worker.on('exit', fail)
  port.on('message', (message: FromWorker) => {
    if ('metadata' in message) return resolve(message)
    if (readsLeft-- === 0) return fail()
    // A slow store is not the file's fault.
    clock.stop()
    file.read(message.start, message.end).then((bytes) => {
      // A copy of its own, so that it can be handed over without touching anybody else's memory.
      const piece = new Uint8Array(bytes)
      clock.go()
      port.postMessage(piece, [piece.buffer as Transferable])
    }, reject)
  })
  try {
    clock.go()
    worker.postMessage({ size: file.size, port: port2 }, [port2])
    return await promise
  } finally {
    clock.stop()
    port.close()
    worker.off('exit', fail)
  }
}

/** Twice through the file, and some jumping about. */
const maxReads = (size: number) => 100 + (2 * size) / blockLength

function stopwatch(limit: number, ring: () => void) {
  let left = limit
  let started = 0
  let timer: NodeJS.Timeout | undefined
  return {
    go() {
      started = performance.now()
      timer = setTimeout(ring, left)
    },
    stop() {
      if (timer) left -= performance.now() - started
      clearTimeout(timer)
      timer = undefined
    },
  }
}
