import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import type { Caller } from '#server/testing/app.ts'
import type { TrackRow } from '#server/testing/factories.ts'
import type { Deployment } from '../deployment.ts'
import { seededRandom } from '../seeded-random.ts'
import { measureLatency, type TimedResponse, timeResponse } from './timed-response.ts'

export const clientCount = 8

type Request = {
  label: string
  /** Once begun it is awaited: with a slow database it takes as long as its statements. */
  isWrite?: true
  send(): Promise<Response>
  isExpected(response: TimedResponse): boolean
}
/** `unavailable` counts 503 responses, `successes` successful ones; `request` is the request in flight. */
type Client = { unavailable: number; successes: number; request: string }
/** What the test waits for: every client must be done. */
type Phase = { isDone(client: Client): boolean; ended: AbortController }

/** Clients that are done send fewer requests while the others wait for theirs. */
const pauseWhenDoneMs = 100

/** Clients that continue whatever the response is, and record wrong responses. */
export async function startLoad(deployment: Deployment, options: { isSlow?: true } = {}) {
  const owner = await deployment.createUser()
  const track = await deployment.track(owner.id, { title: 'Still Here' })
  const acknowledged: string[] = []
  const failures: string[] = []
  const clients: Client[] = Array.from({ length: clientCount }, () => ({
    unavailable: 0,
    successes: 0,
    request: '',
  }))
  const latency = measureLatency(deployment.url)
  const stopping = new AbortController()
  let phase: Phase | undefined

  async function run(client: Client, index: number) {
    const { call } = await deployment.createUser()
    const random = seededRandom(`client ${index}`)
    for (let iteration = 0; !stopping.signal.aborted; iteration++) {
      // Not the title of another load on the same deployment.
      const title = `${track.slug} ${index}-${iteration}`
      const next = random.among(requestsFor(call, deployment.visitor, track, title))
      client.request = next.label
      const response = await timeResponse(next.label, next.send())
      const isWaiting = next.isWrite && options.isSlow
      if (response.ms > latency.bound() && !isWaiting)
        failures.push(`${next.label} took ${response.ms} ms`)
      if (response.status === 503) client.unavailable++
      else if (next.isExpected(response)) client.successes++
      else failures.push(`${next.label}: ${response.status} ${response.text}`)
      if (response.status === 201) acknowledged.push(title)
      if (phase?.isDone(client))
        await delay(pauseWhenDoneMs, undefined, { signal: phase.ended.signal }).catch(() => {})
    }
  }
  const working = clients.map((client, index) =>
    run(client, index).catch((error) => failures.push(`${client.request}: ${error}`)),
  )
  const untilEach = (count: (client: Client) => number) => async () => {
    const before = new Map(clients.map((client) => [client, count(client)]))
    const isDone = (client: Client) => count(client) >= (before.get(client) ?? 0) + 2
    const pending = () => clients.filter((client) => !isDone(client))
    const ended = new AbortController()
    phase = { isDone, ended }
    const progress = () => ({
      pending: pending(),
      failures: pending().length > 0 ? failures.slice(0, 3) : [],
    })
    await expect
      .poll(progress, { timeout: 60_000, interval: 20 })
      .toEqual({ pending: [], failures: [] })
    phase = undefined
    ended.abort()
  }
  const stop = async () => {
    stopping.abort()
    await Promise.all([...working, latency.stop()])
  }
  onTestFinished(stop)
  return {
    acknowledged,
    failures,
    untilUnavailable: untilEach(({ unavailable }) => unavailable),
    untilSucceeded: untilEach(({ successes }) => successes),
    untilResponded: untilEach(({ unavailable, successes }) => unavailable + successes),
    stop,
  }
}

function requestsFor(
  call: Caller,
  visitor: Caller,
  { id, slug }: TrackRow,
  title: string,
): Request[] {
  const ok = ({ status }: TimedResponse) => status === 200
  const withTrack = (response: TimedResponse) =>
    ok(response) && response.text.includes('Still Here')
  const get = (label: string, path: string): Request => ({
    label,
    send: () => visitor('GET', path),
    isExpected: withTrack,
  })
  return [
    get('tracks', '/api/tracks'),
    get('track', `/api/tracks/slug/${slug}`),
    get('discover', '/api/discover'),
    get('search', '/api/search?q=still'),
    get('page', `/track/${slug}`),
    { label: 'me', send: () => call('GET', '/api/auth/user'), isExpected: ok },
    {
      label: 'like',
      isWrite: true,
      send: () => call('POST', `/api/tracks/${id}/like`),
      isExpected: ok,
    },
    {
      label: 'play',
      isWrite: true,
      send: () => visitor('POST', `/api/tracks/${id}/play`),
      isExpected: ok,
    },
    {
      label: 'new playlist',
      isWrite: true,
      send: () => call('POST', '/api/playlists', { body: { title } }),
      isExpected: ({ status }) => status === 201,
    },
  ]
}
