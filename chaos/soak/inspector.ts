/** The memory of another Node process, read through its inspector (`--inspect`). */
export type Inspector = { memoryAfterGc(): Promise<Memory>; close(): void }
/** Bytes: the JavaScript heap, and external memory. */
export type Memory = { heap: number; external: number; resident: number }

type Reply = { id: number; result?: unknown; error?: { message: string } }
type Usage = { heapUsed: number; external: number; rss: number }

/** `output` is the output of the process, which contains the inspector's URL. */
export async function openInspector(output: string): Promise<Inspector> {
  const inspectorUrl = /Debugger listening on (ws:\S+)/.exec(output)?.[1]
  if (!inspectorUrl) throw new Error(`The server was not started with --inspect: ${output}`)
  const socket = new WebSocket(inspectorUrl)
  const pending = new Map<number, (reply: Reply) => void>()
  socket.onmessage = ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply
    pending.get(reply.id)?.(reply)
  }
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error(`The inspector at ${inspectorUrl} does not respond.`))
  })
  let lastId = 0
  async function command(method: string, params: object = {}): Promise<unknown> {
    const id = ++lastId
    const reply = await new Promise<Reply>((resolve) => {
      pending.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params }))
    })
    pending.delete(id)
    if (reply.error) throw new Error(reply.error.message)
    return reply.result
  }
  return {
    async memoryAfterGc() {
      await command('HeapProfiler.collectGarbage')
      const expression = 'process.memoryUsage()'
      const response = await command('Runtime.evaluate', { expression, returnByValue: true })
      const { value } = (response as { result: { value: Usage } }).result
      return { heap: value.heapUsed, external: value.external, resident: value.rss }
    },
    close: () => socket.close(),
  }
}
