import { milliseconds, perSecond } from './measurement/format.ts'
import { type LoadResult, runLoad } from './measurement/http-load.ts'
import { type Bench, type BenchContext, notMeasured, type Row } from './runner/bench.ts'
import { medianOf, type Rounds, runRounds } from './runner/rounds.ts'
import { type BenchServer, firstAndLastUser, withBenchServer } from './servers/bench-server.ts'

const connections = 200

const visitor = 'for a visitor'
const revalidation = 'for a visitor who has it already (304)'
const signedIn = 'for a signed-in user'

export const bench: Bench = {
  description: `The lists of the home page at 1,000,000 tracks, requested over ${connections} connections without a pause: requests
per second, and the median and 99th percentile of their latency. CPU is that of Node.`,
  tools: ['wrk'],
  run: (context) =>
    withBenchServer(context, { tracks: 1_000_000 }, (benchServer) => measure(context, benchServer)),
}

async function measure(context: BenchContext, benchServer: BenchServer): Promise<Row[]> {
  const { wrk } = context.tools
  if (!wrk) return [notMeasured('all of it', 'wrk')]
  const { server, postgres } = benchServer
  const url = `${server.url}/api/discover`
  const etag = (await fetch(url)).headers.get('etag') ?? ''
  const cookie = await benchServer.signIn((await firstAndLastUser(postgres)).user)
  const variant = (name: string, headers = {}) => ({
    name,
    run: () =>
      runLoad({ wrk, pids: [server.pid], url, connections, seconds: context.seconds, headers }),
  })
  const results = await runRounds(context.rounds, [
    variant(visitor),
    variant(revalidation, { 'if-none-match': etag }),
    variant(signedIn, { cookie }),
  ])
  return [visitor, revalidation, signedIn].map((label) => toRow(results, label))
}

function toRow(results: Rounds<LoadResult>, label: string): Row {
  const of = (read: (served: LoadResult) => number) => medianOf(results, label, read)
  const [median, p99] = [of((served) => served.median), of((served) => served.p99)]
  return {
    label,
    figure: `${perSecond(of((served) => served.perSecond))}, ${milliseconds(median)} / ${milliseconds(p99)}`,
    cpu: milliseconds(
      of((served) => (served.cpuSeconds / served.requests) * 1000),
      3,
    ),
    goal: { text: 'p99 ≤ 250 ms', met: p99 <= 250 },
  }
}
