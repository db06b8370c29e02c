import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Network faults: no response, latency in both directions, refused connections, disconnects, a response of another server. */
export type Fault =
  | { kind: 'hangs' }
  | { kind: 'slow'; ms: number }
  | { kind: 'refuses' }
  | { kind: 'disconnects'; afterBytes: number }
  | { kind: 'responds'; text: string }

export type FaultProxy = {
  /** The same URL with this proxy's host and port. */
  url: string
  /** How many bytes clients have sent. */
  bytes(): number
  /** Resolves at the moment when they have sent so many. */
  sent(bytes: number): Promise<void>
  inject(fault: Fault): Promise<void>
  restore(): Promise<void>
  /** New connections go to this host and port. */
  redirect(to: URL): void
  /** As when a laptop changes its network: nothing more is heard of its connections, and new ones have another address. */
  changeClientNetwork(): void
  close(): Promise<void>
}

/** A TCP proxy to a dependency of the site, or to the site itself, for tests to break and restore. */
export async function startFaultProxy(target: URL): Promise<FaultProxy> {
  const sockets = new Set<Socket>()
  const responded = new Set<Socket>()
  const lost = new Set<Socket>()
  let fault: Fault | undefined
  let current = target
  let bytes = 0
  let localAddress: string | undefined
  const waiting = new Map<() => void, number>()
  function count(more: number) {
    bytes += more
    for (const [resolve, enough] of waiting)
      if (bytes >= enough && waiting.delete(resolve)) resolve()
  }
  const server = createServer((client) => {
    track(client, sockets)
    if (fault?.kind === 'responds') {
      track(client, responded)
      return respondToAll(client, fault.text)
    }
    const upstream = track(connect(upstreamOf(current, localAddress)), sockets)
    client.on('data', (chunk) => count(chunk.length))
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
    forward(client, upstream, () => fault)
    forward(upstream, client, () => fault)
  })
  const port = await listen(server, 0)
  const url = new URL(target)
  url.host = `127.0.0.1:${port}`
  const resetAll = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  const stopListening = async () => {
    if (!server.listening) return
    server.close()
    resetAll()
    await once(server, 'close')
  }
  return {
    url: url.href,
    bytes: () => bytes,
    sent: (enough) => new Promise((resolve) => waiting.set(resolve, enough)),
    async inject(next) {
      fault = next
      if (next.kind === 'refuses') return stopListening()
      if (next.kind === 'hangs') for (const socket of sockets) socket.pause()
      else if (next.kind !== 'slow') resetAll()
    },
    redirect(to) {
      current = to
      resetAll()
    },
    changeClientNetwork() {
      for (const socket of sockets) lost.add(socket.pause())
      sockets.clear()
      // Elsewhere this machine may have only one.
      if (process.platform === 'linux') localAddress = '127.0.0.2'
    },
    async restore() {
      fault = undefined
      // A client that reuses its connections would otherwise never see the real server again.
      for (const socket of responded) socket.resetAndDestroy()
      if (!server.listening) await listen(server, port)
      // The paused sockets deliver their data now, as a network does after an interruption.
      for (const socket of sockets) socket.resume()
    },
    async close() {
      for (const socket of lost) socket.destroy()
      await stopListening()
    },
  }
}

function track(socket: Socket, sockets: Set<Socket>): Socket {
  sockets.add(socket)
  socket.on('error', () => {})
  return socket.on('close', () => sockets.delete(socket))
}

function forward(from: Socket, to: Socket, faultNow: () => Fault | undefined): void {
  let forwarded = 0
  let delayed = Promise.resolve()
  let inFlight = 0
  /** Keeps the order: data that arrives after the latency has ended is still written after delayed data. */
  const forwardDelayed = (chunk: Buffer, ms: number) => {
    inFlight++
    const due = performance.now() + ms
    delayed = delayed
      .then(() => delay(Math.max(0, due - performance.now())))
      .then(() => {
        inFlight--
        if (to.writable) to.write(chunk)
      })
  }
  if (faultNow()?.kind === 'hangs') from.pause()
  from.on('data', (chunk) => {
    const fault = faultNow()
    if (fault?.kind === 'slow' || inFlight > 0)
      return forwardDelayed(chunk, fault?.kind === 'slow' ? fault.ms : 0)
    if (fault?.kind !== 'disconnects') return to.write(chunk)
    const rest = Math.max(0, fault.afterBytes - forwarded)
    forwarded += chunk.length
    to.write(chunk.subarray(0, rest))
    if (forwarded >= fault.afterBytes) from.destroy()
  })
}

const upstreamOf = ({ hostname: host, port }: URL, localAddress: string | undefined) => ({
  host,
  port: Number(port || 5432),
  ...(localAddress && { localAddress, family: 4 }),
})

function respondToAll(socket: Socket, text: string): void {
  socket.on('data', () => socket.write(text))
}

async function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
