import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Music, MusicOrder } from './music-worker.ts'

/** More would only wait for memory. */
const mostMusicians = 4

/**
 * Renders all orders on every core. Each piece is handed over as soon as it is ready, whatever the
 * order; whoever has handed one over takes the next.
 */
export async function playAll<Order extends MusicOrder>(
  orders: readonly Order[],
  whenReady: (order: Order, music: Music) => Promise<void>,
): Promise<void> {
  const waiting = orders[Symbol.iterator]()
  const count = Math.min(availableParallelism(), mostMusicians, orders.length)
  const musicians = Array.from(
    { length: count },
    () => new Worker(new URL('./music-worker.ts', import.meta.url)),
  )
  const work = async (musician: Worker) => {
    for (const order of waiting) await whenReady(order, await play(musician, order))
  }
  try {
    await Promise.all(musicians.map(work))
  } finally {
    await Promise.all(musicians.map((musician) => musician.terminate()))
  }
}

async function play(musician: Worker, { style, brief }: MusicOrder): Promise<Music> {
  const answer = once(musician, 'message')
  musician.postMessage({ style, brief } satisfies MusicOrder)
  const [music] = (await answer) as [Music]
  return music
}
