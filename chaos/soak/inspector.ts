/** The memory of another Node process, read through its inspector (`--inspect`). */
export type Inspector = { memoryAfterCollection(): Promise<Memory>; close(): void }
/** Bytes: the JavaScript heap, and external memory. */
export type Memory = { heap: number; outside: number; resident: number }

type Reply = { id: number; result?: unknown; error?: { message: string } }
type Usage = { heapUsed: number; external: number; rss: number }

/** `printed` is the output of the process, which contains the inspector's URL. */
export async function openInspector(printed: string): Promise<Inspector> {
  const address = /Debugger listening on (ws:\S+)/.exec(printed)?.[1]
  if (!address) throw new Error(`The server was not started with --inspect: ${printed}`)
  const socket = new WebSocket(address)
  const waiting = new Map<number, (reply: Reply) => void>()
  socket.onmessage = ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply
    waiting.get(reply.id)?.(reply)
  }
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error(`The inspector at ${address} does not respond.`))
  })
  let asked = 0
  async function ask(method: string, params: object = {}): Promise<unknown> {
    const id = ++asked
    const reply = await new Promise<Reply>((resolve) => {
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params }))
    })
    waiting.delete(id)
    if (reply.error) throw new Error(reply.error.message)
    return reply.result
  }
  return {
    async memoryAfterCollection() {
      await ask('HeapProfiler.collectGarbage')
      const expression = 'process.memoryUsage()'
      const answer = await ask('Runtime.evaluate', { expression, returnByValue: true })
      const { value } = (answer as { result: { value: Usage } }).result
      return { heap: value.heapUsed, outside: value.external, resident: value.rss }
    },
    close: () => socket.close(),
  }
}
