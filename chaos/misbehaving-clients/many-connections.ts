import { once } from 'node:events'
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { audioObject } from '#server/shared/object-keys.ts'
import { makeTracks, makeUser, type TrackRow } from '#server/testing/factories.ts'
import { fixture } from '#server/testing/sample-files.ts'
import type { Deployment } from '../deployment.ts'
import { expectIntegrity } from '../integrity.ts'
import { repetitions, seed } from '../scale.ts'
import { type SeededRandom, seededRandom } from '../seeded-random.ts'
import type { StartServer } from './resource-growth.ts'

const connections = 200
const trackCount = repetitions(10_000, 400)
const milliseconds = repetitions(60_000, 1000)
/** However slow the machine is, every connection gets at least this many responses. */
const responsesEach = repetitions(30, 3)
const sound = fixture('tone.mp3').subarray(0, 1000)

export const testManyConnections = (startServer: StartServer) =>
  test(`${connections} connections for ${milliseconds / 1000} s on ${trackCount} tracks get correct responses (seed ${seed})`, async () => {
    const { deployment } = await startServer()
    const tracks = await fill(deployment)
    const { sid } = await deployment.createUser()
    const agent = new Agent({ keepAlive: true, maxSockets: connections })
    const failures: string[] = []
    const sockets = new Set<Socket>()
    const end = Date.now() + milliseconds
    const runConnection = async (index: number) => {
      const random = seededRandom(`visitor ${index}`)
      for (let calls = 0; calls < responsesEach || Date.now() < end; ) {
        const { method, path, range } = nextCall(random, tracks)
        const { status, socket, body } = await send(agent, new URL(path, deployment.url), {
          method,
          headers: { cookie: `sid=${sid}`, ...(range && { range: `bytes=${range.join('-')}` }) },
        })
        sockets.add(socket)
        // A machine that is too slow for all of them at once says so in time; the connection calls on.
        if (status === 503) continue
        calls++
        if (status !== (range ? 206 : 200)) failures.push(`${method} ${path}: ${status}`)
        else if (range && !body.equals(sound.subarray(range[0], range[1] + 1)))
          failures.push(`${method} ${path}: ${range.join('-')} is not the requested range`)
      }
    }
    await Promise.all(Array.from({ length: connections }, (_, index) => runConnection(index)))
    agent.destroy()
    expect(failures).toEqual([])
    expect(sockets.size).toBeGreaterThanOrEqual(connections)
    await expectIntegrity(deployment)
  }, 600_000)

async function fill({ db, store }: Deployment): Promise<TrackRow[]> {
  const random = seededRandom('tracks')
  const { id: userId } = await makeUser(db)
  const titles = ['Salt Marsh', 'Slow Ferry', 'Night Bus', 'Plum Stone', 'Cold Lamp']
  const tracks = await makeTracks(
    db,
    Array.from({ length: trackCount }, () => ({ userId, title: random.among(titles) })),
  )
  const remaining = tracks.map(({ audioPath }) => audioObject(audioPath))
  const write = async () => {
    for (let file = remaining.pop(); file; file = remaining.pop())
      await store.write(file.key, sound, { contentType: file.contentType })
  }
  await Promise.all(Array.from({ length: 16 }, write))
  await db.execute(sql`
    insert into uploads (id, user_id, key, state, kind, object_path, content_type, size, duration, registered_at)
    select id, user_id, 'uploads/' || id, 'used', 'audio', audio_path, 'audio/mpeg', ${sound.length}, duration, now()
    from tracks where user_id = ${userId}`)
  return tracks
}

type Call = { method: string; path: string; range?: [first: number, last: number] }

/** As listeners do: mostly reading and listening, sometimes a play or a like. */
function nextCall(random: SeededRandom, tracks: TrackRow[]): Call {
  const { id, slug } = random.among(tracks)
  const get = (path: string): Call => ({ method: 'GET', path })
  const first = random.between(0, sound.length - 1)
  const range: Call['range'] = [first, random.between(first, sound.length - 1)]
  const listen: Call = { method: 'GET', path: `/api/tracks/${id}/audio`, range }
  return random.among([
    listen,
    listen,
    get('/'),
    get(`/track/${slug}`),
    get('/api/discover'),
    get('/api/tracks?limit=20&sort=plays'),
    get(`/api/tracks/slug/${slug}`),
    get(`/api/search?q=${random.among(['salt', 'fery', 'night', 'zzz'])}`),
    get(`/api/tracks/${id}/artwork`),
    { method: 'POST', path: `/api/tracks/${id}/play` },
    { method: 'POST', path: `/api/tracks/${id}/like` },
  ])
}

type HttpResponse = { status: number; socket: Socket; body: Buffer }

async function send(
  agent: Agent,
  url: URL,
  options: { method: string; headers: OutgoingHttpHeaders },
): Promise<HttpResponse> {
  const listening = request(url, { agent, ...options }).end()
  const [response] = (await once(listening, 'response')) as [IncomingMessage]
  const { statusCode: status = 0, socket } = response
  return { status, socket, body: await buffer(response) }
}
