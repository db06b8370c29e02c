import { expect, onTestFinished } from 'vitest'
import type { Caller } from '#server/testing/app.ts'
import type { TrackRow } from '#server/testing/factories.ts'
import { seededRandom } from '../seeded-random.ts'
import type { Site } from '../site.ts'
import { measureLatency, type TimedResponse, timeResponse } from './timed-response.ts'

export const clientCount = 8

type Request = { what: string; send(): Promise<Response>; isRight(answer: TimedResponse): boolean }
/** `told` counts 503 responses, `well` successful ones; `asking` is the request in flight. */
type Client = { told: number; well: number; asking: string }

/** Clients that continue whatever the response is, and record wrong responses. */
export async function startLoad(site: Site) {
  const owner = await site.person()
  const track = await site.track(owner.id, { title: 'Still Here' })
  const acknowledged: string[] = []
  const wrong: string[] = []
  const crowd: Client[] = Array.from({ length: clientCount }, () => ({
    told: 0,
    well: 0,
    asking: '',
  }))
  const lateness = measureLatency(site.url)
  const stopping = new AbortController()

  async function work(person: Client, one: number) {
    const { call } = await site.person()
    const chance = seededRandom(`person ${one}`)
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      const title = `List ${one}-${turn}`
      const ask = chance.among(requestsFor(call, site.visitor, track, title))
      person.asking = ask.what
      const answer = await timeResponse(ask.what, ask.send())
      if (answer.ms > lateness.bound()) wrong.push(`${ask.what} took ${answer.ms} ms`)
      if (answer.status === 503) person.told++
      else if (ask.isRight(answer)) person.well++
      else wrong.push(`${ask.what}: ${answer.status} ${answer.text}`)
      if (answer.status === 201) acknowledged.push(title)
    }
  }
  const working = crowd.map((person, one) =>
    work(person, one).catch((error) => wrong.push(`${person.asking}: ${error}`)),
  )
  const untilEach = (count: (person: Client) => number) => async () => {
    const before = crowd.map(count)
    const waiting = () => crowd.filter((person, one) => count(person) < (before[one] ?? 0) + 2)
    const seen = () => ({
      waiting: waiting(),
      wrong: waiting().length > 0 ? wrong.slice(0, 3) : [],
    })
    await expect.poll(seen, { timeout: 60_000, interval: 20 }).toEqual({ waiting: [], wrong: [] })
  }
  const stop = async () => {
    stopping.abort()
    await Promise.all([...working, lateness.stop()])
  }
  onTestFinished(stop)
  return {
    acknowledged,
    wrong,
    untilTold: untilEach(({ told }) => told),
    untilWell: untilEach(({ well }) => well),
    untilAnswered: untilEach(({ told, well }) => told + well),
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
  const withTrack = (answer: TimedResponse) => ok(answer) && answer.text.includes('Still Here')
  const get = (what: string, path: string): Request => ({
    what,
    send: () => visitor('GET', path),
    isRight: withTrack,
  })
  return [
    get('tracks', '/api/tracks'),
    get('track', `/api/tracks/slug/${slug}`),
    get('discover', '/api/discover'),
    get('search', '/api/search?q=still'),
    get('page', `/track/${slug}`),
    { what: 'me', send: () => call('GET', '/api/auth/user'), isRight: ok },
    { what: 'like', send: () => call('POST', `/api/tracks/${id}/like`), isRight: ok },
    { what: 'play', send: () => visitor('POST', `/api/tracks/${id}/play`), isRight: ok },
    {
      what: 'new playlist',
      send: () => call('POST', '/api/playlists', { body: { title } }),
      isRight: ({ status }) => status === 201,
    },
  ]
}
