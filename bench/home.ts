import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '#server/testing/free-port.ts'
import { milliseconds, perSecond } from './measurement/format.ts'
import { type LoadResult, runLoad } from './measurement/http-load.ts'
import { atLeast, type Bench, type BenchContext, notMeasured, type Row } from './runner/bench.ts'
import { medianOf, type Rounds, ratioOf, runRounds } from './runner/rounds.ts'
import { type BenchServer, firstAndLastUser, withBenchServer } from './servers/bench-server.ts'
import { type Server, startServer } from './servers/server-process.ts'

const connections = 32
const baselineScript = path.join(import.meta.dirname, 'servers/baseline-buffer.ts')

const baseline = 'node:http alone, a ready buffer of the same size'
const visitor = 'Soundpost, for a visitor'
const revalidation = 'Soundpost, for a visitor who has it already (304)'
const signedIn = 'Soundpost, for a signed-in user'

export const bench: Bench = {
  description: `The lists of the home page at 1,000,000 tracks, over ${connections} connections, compared with a bare node:http
server that sends as many bytes from memory and does nothing else. CPU is that of Node.`,
  tools: ['wrk'],
  run: (context) =>
    withBenchServer(context, { tracks: 1_000_000 }, (benchServer) => compare(context, benchServer)),
}

async function compare(context: BenchContext, benchServer: BenchServer): Promise<Row[]> {
  const { wrk } = context.tools
  if (!wrk) return [notMeasured('all of it', 'wrk')]
  const url = `${benchServer.server.url}/api/discover`
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  const etag = response.headers.get('etag') ?? ''
  const reference = await startBaseline(context.scratch, Buffer.from(await response.bytes()))
  const cookie = await benchServer.signIn((await firstAndLastUser(benchServer.postgres)).user)
  const variant = (name: string, server: Server, target: string, headers = {}) => ({
    name,
    run: () =>
      runLoad({
        wrk,
        pids: [server.pid],
        url: target,
        connections,
        seconds: context.seconds,
        headers,
      }),
  })
  try {
    const results = await runRounds(context.rounds, [
      variant(baseline, reference, reference.url),
      variant(visitor, benchServer.server, url),
      variant(revalidation, benchServer.server, url, { 'if-none-match': etag }),
      variant(signedIn, benchServer.server, url, { cookie }),
    ])
    return toRows(results)
  } finally {
    await reference.close()
  }
}

async function startBaseline(folder: string, body: Buffer): Promise<Server> {
  const file = path.join(folder, 'body')
  await writeFile(file, body)
  const port = await freePort()
  return startServer({
    command: process.execPath,
    options: [baselineScript, String(port), file],
    url: `http://localhost:${port}`,
  })
}

function toRows(results: Rounds<LoadResult>): Row[] {
  const speed = (served: LoadResult) => served.perSecond
  const row = (label: string, goal?: number): Row => {
    const ratio = ratioOf(results, label, baseline, speed)
    const cpu = medianOf(results, label, (served) => (served.cpuSeconds / served.requests) * 1000)
    return {
      label,
      figure: perSecond(medianOf(results, label, speed)),
      cpu: milliseconds(cpu, 3),
      ratio,
      ...(goal && { goal: atLeast(goal, ratio) }),
    }
  }
  return [row(baseline), row(visitor, 0.75), row(revalidation), row(signedIn, 0.06)]
}
