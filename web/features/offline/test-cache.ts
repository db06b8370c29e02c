/** Cache Storage's `Cache` in memory, with a limited size. */
export function testCache(maxBytes = Number.POSITIVE_INFINITY) {
  const entries = new Map<string, { body: ArrayBuffer; headers: [string, string][] }>()
  const pathOf = (key: RequestInfo | URL) =>
    new URL(typeof key === 'object' && 'url' in key ? key.url : key, 'http://localhost').pathname
  const used = () => [...entries.values()].reduce((sum, { body }) => sum + body.byteLength, 0)
  const cache = {
    async put(key: RequestInfo | URL, response: Response) {
      const body = await response.arrayBuffer()
      if (used() + body.byteLength > maxBytes)
        throw new DOMException('Quota exceeded.', 'QuotaExceededError')
      entries.set(pathOf(key), { body, headers: [...response.headers] })
    },
    async match(key: RequestInfo | URL) {
      const entry = entries.get(pathOf(key))
      return entry && new Response(entry.body, { headers: entry.headers })
    },
    delete: async (key: RequestInfo | URL) => entries.delete(pathOf(key)),
    keys: async () => [...entries.keys()].map((path) => ({ url: `http://localhost${path}` })),
  }
  return { cache: cache as unknown as Cache, paths: () => [...entries.keys()].sort() }
}
