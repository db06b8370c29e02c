import { comments } from '#server/database/schema.ts'
import { makeTrack, makeUser, makeUsers } from '#server/testing/factories.ts'
import { milliseconds } from './measurement/format.ts'
import { percentile } from './measurement/measure.ts'
import type { Bench, BenchContext, Row } from './runner/bench.ts'
import { medianOf, ratioOf, runRounds } from './runner/rounds.ts'
import { type BenchServer, withBenchServer } from './servers/bench-server.ts'

const accounts = 500
const spammers = 20

/** Of an account that is younger than a day. */
const maxPerHour = 5

const quiet = 'without'
const flooded = 'during the flood'

export const bench: Bench = {
  description: `${accounts} new accounts, ${spammers} at once, flood a track with comments. Calls of others meanwhile: median, 99th percentile.`,
  tools: [],
  run: (context) =>
    withBenchServer(
      context,
      { settings: { COMMENTS: 'on', RATE_LIMIT_SCALE: '1' } },
      (benchServer) => rowsOf(context, benchServer),
    ),
}

type Measurement = { median: number; slow: number; sent: number }

async function rowsOf({ rounds, seconds }: BenchContext, benchServer: BenchServer): Promise<Row[]> {
  const { db } = benchServer.postgres
  const artist = await makeUser(db)
  const { id } = await makeTrack(db, artist.id)
  const made = await makeUsers(
    db,
    Array.from({ length: accounts }, () => ({})),
  )
  const cookies = await Promise.all(made.map((user) => benchServer.signIn(user.id)))
  const cookie = await benchServer.signIn(artist.id)
  const { url } = benchServer.server
  const paths = [
    '/api/discover',
    `/api/tracks/${id}`,
    `/api/tracks/${id}/comments`,
    '/api/notifications',
  ]
  const listen = (path: string) => fetch(url + path, { headers: { cookie } })
  let sent = 0
  async function comment() {
    sent += 1
    const response = await fetch(`${url}/api/tracks/${id}/comments`, {
      method: 'POST',
      headers: {
        ...{ origin: url, 'content-type': 'application/json' },
        cookie: cookies[sent % accounts] ?? '',
      },
      // Every second one is what the account has said before.
      body: JSON.stringify({ text: `Buy ${Math.floor(sent / accounts / 2)}` }),
    })
    await response.arrayBuffer()
  }
  const during = (name: string, attackers: number) => ({
    name,
    async run(): Promise<Measurement> {
      const end = performance.now() + seconds * 1000
      const isOver = () => performance.now() > end
      const before = sent
      const attack = Array.from({ length: attackers }, async () => {
        while (!isOver()) await comment()
      })
      const times: number[] = []
      for (let call = 0; !isOver(); call++) {
        const start = performance.now()
        await listen(paths[call % paths.length] ?? '').then((response) => response.arrayBuffer())
        times.push(performance.now() - start)
      }
      await Promise.all(attack)
      const [median, slow] = [percentile(times, 0.5), percentile(times, 0.99)]
      return { median, slow, sent: sent - before }
    },
  })
  const results = await runRounds(rounds, [during(quiet, 0), during(flooded, spammers)])
  const written = await db.$count(comments)
  return [quiet, flooded].map((label): Row => {
    const of = (read: (measurement: Measurement) => number) => medianOf(results, label, read)
    const figure = `${milliseconds(of(({ median }) => median))}, ${milliseconds(of(({ slow }) => slow))}`
    const ratio = ratioOf(results, label, quiet, ({ median }) => median)
    if (label === quiet) return { label, figure, ratio }
    const count = (value: number) => value.toLocaleString('en')
    return {
      label,
      figure: `${figure}; ${count(of((measurement) => measurement.sent))} sent, ${count(written)} in all written`,
      ratio,
      goal: { text: `${maxPerHour} of an account`, met: written <= accounts * maxPerHour },
    }
  })
}
