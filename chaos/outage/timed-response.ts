import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'

/** A caller gets an error within this time if a dependency is down. */
const maxMs = 5000

export type TimedResponse = { what: string; status: number; ms: number; text: string; type: string }

export async function timeResponse(
  what: string,
  sending: Promise<Response>,
): Promise<TimedResponse> {
  const start = performance.now()
  const response = await sending
  const text = await response.text()
  if (response.status === 503)
    expect(response.headers.get('retry-after'), `${what}: ${text}`).toMatch(/^\d+$/)
  const type = response.headers.get('content-type') ?? ''
  return { what, status: response.status, ms: performance.now() - start, text, type }
}

/** Measures the latency of a request without dependencies, so that load on the machine does not count as a failure. */
export function measureLatency(url: string) {
  const watching = new AbortController()
  let latest = 0
  const ended = (async () => {
    while (!watching.signal.aborted) {
      const { ms } = await timeResponse('latency', fetch(`${url}/healthz`))
      latest = Math.max(latest, ms)
      await delay(250)
    }
  })()
  return {
    /** The maximum duration of any call so far. */
    bound: () => maxMs + latest,
    async stop() {
      watching.abort()
      await ended
    },
  }
}
