import { setTimeout as delay } from 'node:timers/promises'

/** A caller hears within this time that a part is down. */
const maxMs = 5000

export type TimedResponse = { what: string; status: number; ms: number; text: string; type: string }

export async function timeResponse(
  what: string,
  answering: Promise<Response>,
): Promise<TimedResponse> {
  const start = performance.now()
  const answer = await answering
  const text = await answer.text()
  const type = answer.headers.get('content-type') ?? ''
  return { what, status: answer.status, ms: performance.now() - start, text, type }
}

/** Measures how late even an answer comes that needs no part of the site, so that a busy machine is not blamed on it. */
export function measureLatency(url: string) {
  const watching = new AbortController()
  let latest = 0
  const ended = (async () => {
    while (!watching.signal.aborted) {
      const { ms } = await timeResponse('lateness', fetch(`${url}/healthz`))
      latest = Math.max(latest, ms)
      await delay(20)
    }
  })()
  return {
    /** The most that any call may have taken so far. */
    bound: () => maxMs + latest,
    async stop() {
      watching.abort()
      await ended
    },
  }
}
