import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { RenderedTrack, RenderJob } from './render-worker.ts'

/** More workers are limited by memory bandwidth. */
const maxWorkers = 4

/** Renders all jobs in worker threads; `onRendered` is called in order of completion. */
export async function renderAll<Job extends RenderJob>(
  jobs: readonly Job[],
  onRendered: (job: Job, track: RenderedTrack) => Promise<void>,
): Promise<void> {
  const queue = jobs[Symbol.iterator]()
  const count = Math.min(availableParallelism(), maxWorkers, jobs.length)
  const workers = Array.from(
    { length: count },
    () => new Worker(new URL('./render-worker.ts', import.meta.url)),
  )
  const work = async (worker: Worker) => {
    for (const job of queue) await onRendered(job, await render(worker, job))
  }
  try {
    await Promise.all(workers.map(work))
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}

async function render(worker: Worker, { style, parameters }: RenderJob): Promise<RenderedTrack> {
  const rendered = once(worker, 'message')
  worker.postMessage({ style, parameters } satisfies RenderJob)
  const [track] = (await rendered) as [RenderedTrack]
  return track
}
