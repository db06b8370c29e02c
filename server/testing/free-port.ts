import { createServer } from 'node:net'

/** For a server whose URL must be known before it listens. */
export function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const server = createServer().once('error', reject)
  server.listen(0, 'localhost', () => {
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    server.close(() => resolve(port))
  })
  return promise
}
