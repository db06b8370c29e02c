/** The conventions of every call: cookies go along, bodies and answers are JSON, failures are errors. */

/** A call that the server refused. The message is the status and what the server said. */
export class CallError extends Error {
  readonly status: number
  /** The sentence for people, when the server sent one. */
  readonly serverMessage: string | undefined

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`)
    this.name = 'CallError'
    this.status = status
    this.serverMessage = messageIn(body)
  }
}

function messageIn(body: string): string | undefined {
  try {
    const { message } = JSON.parse(body)
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type CallOptions = { body?: unknown; headers?: Record<string, string>; signal?: AbortSignal }

/** The answer's type is what the contract says of the call; the server's tests hold it to that. */
export async function callServer<Answer>(
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  const response = await ask(method, path, options)
  const isJson = response.headers.get('content-type')?.includes('json')
  return (isJson ? await response.json() : {}) as Answer
}

/** A part of a long list, and the path of the part that follows it. */
export type ListPage<Item> = { items: Item[]; next: string | null }

export async function readListPage<Item>(
  path: string,
  signal: AbortSignal,
): Promise<ListPage<Item>> {
  const response = await ask('GET', path, { signal })
  const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null
  return { items: await response.json(), next }
}

async function ask(
  method: Method,
  path: string,
  { body, headers, signal }: CallOptions,
): Promise<Response> {
  const request: RequestInit = { method, credentials: 'include', ...(headers && { headers }) }
  if (body !== undefined) {
    request.body = JSON.stringify(body)
    request.headers = { ...headers, 'content-type': 'application/json' }
  }
  if (signal) request.signal = signal
  const response = await fetch(path, request)
  if (!response.ok) throw new CallError(response.status, response.statusText, await response.text())
  return response
}
