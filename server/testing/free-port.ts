import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Ports that systems give to nobody by themselves; of these each test worker has its own, and uses each once.
 * A server that is killed and restarted gets its port back: no other test and no connection has taken it.
 */
const portsOfWorker = 5000
const firstPort = 10_000 + (Number(process.env['VITEST_POOL_ID'] ?? 0) % 4) * portsOfWorker
let next = randomInt(portsOfWorker)

/** For a server whose URL must be known before it listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstPort + (next++ % portsOfWorker)
    const server = createServer()
    try {
      await once(server.listen(port, 'localhost'), 'listening')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') continue
      throw error
    }
    await new Promise((closed) => server.close(closed))
    return port
  }
}
