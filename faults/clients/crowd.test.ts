import { Agent, type IncomingMessage, request } from 'node:http'
import { expect, test } from 'vitest'
import { type MadeTrack, makeTracks, makeUser } from '#server/testing/factories.ts'
import { type Chances, chances } from '../chances.ts'
import { often, seed } from '../scale.ts'
import { makeSite, type Site } from '../site.ts'

const connections = 200
const trackCount = often(10_000, 2000)
const milliseconds = often(60_000, 3000)

test(`${connections} connections for ${milliseconds / 1000} s on ${trackCount} tracks (seed ${seed})`, async () => {
  const site = await makeSite()
  const tracks = await fill(site)
  const { sid } = await site.person()
  await site.start()
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const statuses = new Map<number, number>()
  const end = Date.now() + milliseconds
  const visit = async (one: number) => {
    const chance = chances(`visitor ${one}`)
    for (let calls = 0; calls === 0 || Date.now() < end; calls++) {
      const { method, path } = nextCall(chance, tracks)
      const status = await ask(agent, new URL(path, site.url), {
        method,
        headers: { cookie: `sid=${sid}` },
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, one) => visit(one)))
  agent.destroy()
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([])
  expect(statuses.get(200)).toBeGreaterThanOrEqual(connections / 2)
}, 600_000)

async function fill({ db }: Site): Promise<MadeTrack[]> {
  const chance = chances('catalogue')
  const { id: userId } = await makeUser(db)
  const titles = ['Salt Marsh', 'Slow Ferry', 'Night Bus', 'Plum Stone', 'Cold Lamp']
  return makeTracks(
    db,
    Array.from({ length: trackCount }, () => ({ userId, title: chance.among(titles) })),
  )
}

type Call = { method: string; path: string }

/** As listeners do: mostly reading, now and then a play or a like. */
function nextCall(chance: Chances, tracks: MadeTrack[]): Call {
  const { id, slug } = chance.among(tracks)
  const get = (path: string): Call => ({ method: 'GET', path })
  return chance.among([
    get('/'),
    get(`/track/${slug}`),
    get('/api/discover'),
    get('/api/tracks?limit=20&sort=plays'),
    get(`/api/tracks/slug/${slug}`),
    get(`/api/search?q=${chance.among(['salt', 'fery', 'night', 'zzz'])}`),
    get(`/api/tracks/${id}/artwork`),
    { method: 'POST', path: `/api/tracks/${id}/play` },
    { method: 'POST', path: `/api/tracks/${id}/like` },
  ])
}

function ask(
  agent: Agent,
  url: URL,
  options: { method: string; headers: object },
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const { method, headers } = options
  const asking = request(url, { agent, method, headers: { ...headers } })
  asking.on('error', reject)
  asking.on('response', (answer: IncomingMessage) => {
    answer.on('end', () => resolve(answer.statusCode ?? 0)).on('error', reject)
    answer.resume()
  })
  asking.end()
  return promise
}
