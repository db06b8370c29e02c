import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '#server/testing/free-port.ts'
import { milliseconds, perSecond } from './measurement/format.ts'
import { type LoadResult, runLoad } from './measurement/http-load.ts'
import { atLeast, type Bench, type BenchContext, notMeasured, type Row } from './runner/bench.ts'
import { medianOf, type Rounds, ratioOf, runRounds } from './runner/rounds.ts'
import { type Server, startServer } from './servers/server-process.ts'
import { firstAndLastUser, type Site, withSite } from './servers/site.ts'

const connections = 32
const bareScript = path.join(import.meta.dirname, 'servers/baseline-buffer.ts')

const bare = 'node:http alone, a ready buffer of the same size'
const visitor = 'Soundpost, for a visitor'
const again = 'Soundpost, for a visitor who has it already (304)'
const signedIn = 'Soundpost, for somebody who is signed in'

export const bench: Bench = {
  description: `The lists of the home page at 1,000,000 tracks, over ${connections} connections, compared with a bare node:http
server that sends as many bytes from memory and does nothing else. CPU is that of Node.`,
  tools: ['wrk'],
  run: (context) => withSite(context, { tracks: 1_000_000 }, (site) => compare(context, site)),
}

async function compare(context: BenchContext, site: Site): Promise<Row[]> {
  const { wrk } = context.tools
  if (!wrk) return [notMeasured('all of it', 'wrk')]
  const url = `${site.server.url}/api/discover`
  const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  const etag = answer.headers.get('etag') ?? ''
  const reference = await startBaseline(context.scratch, Buffer.from(await answer.bytes()))
  const cookie = await site.signIn((await firstAndLastUser(site.postgres)).person)
  const variant = (name: string, server: Server, address: string, headers = {}) => ({
    name,
    run: () =>
      runLoad({
        wrk,
        pids: [server.pid],
        url: address,
        connections,
        seconds: context.seconds,
        headers,
      }),
  })
  try {
    const found = await runRounds(context.rounds, [
      variant(bare, reference, reference.url),
      variant(visitor, site.server, url),
      variant(again, site.server, url, { 'if-none-match': etag }),
      variant(signedIn, site.server, url, { cookie }),
    ])
    return toRows(found)
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
    options: [bareScript, String(port), file],
    url: `http://localhost:${port}`,
  })
}

function toRows(found: Rounds<LoadResult>): Row[] {
  const speed = (served: LoadResult) => served.perSecond
  const row = (work: string, wanted?: number): Row => {
    const ratio = ratioOf(found, work, bare, speed)
    const cpu = medianOf(found, work, (served) => (served.cpuSeconds / served.requests) * 1000)
    return {
      work,
      figure: perSecond(medianOf(found, work, speed)),
      cpu: milliseconds(cpu, 3),
      ratio,
      ...(wanted && { goal: atLeast(wanted, ratio) }),
    }
  }
  return [row(bare), row(visitor, 0.75), row(again), row(signedIn, 0.06)]
}
