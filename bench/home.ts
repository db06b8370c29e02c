import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '#server/testing/free-port.ts'
import { type Served, underLoad } from './measuring/load.ts'
import { milliseconds, perSecond } from './measuring/spelling.ts'
import { atLeast, type Bench, type Row, type Setting, unmeasured } from './running/bench.ts'
import { inRounds, medianOf, type Rounds, ratioOf } from './running/rounds.ts'
import { type Server, startServer } from './servers/child.ts'
import { peopleOf, type Site, withSite } from './servers/site.ts'

const connections = 32
const bareScript = path.join(import.meta.dirname, 'servers/bare-node.ts')

const bare = 'node:http alone, a ready buffer of the same size'
const visitor = 'ours, for a visitor'
const again = 'ours, for a visitor who has it already (304)'
const signedIn = 'ours, for somebody who is signed in'

export const bench: Bench = {
  about: `The lists of the home page at 1,000,000 tracks, asked for over ${connections} connections, beside a server of node:http
alone that sends as many ready bytes and does nothing else. CPU is that of Node.`,
  needs: ['wrk'],
  run: (setting) => withSite(setting, { tracks: 1_000_000 }, (site) => beside(setting, site)),
}

async function beside(setting: Setting, site: Site): Promise<Row[]> {
  const { wrk } = setting.tools
  if (!wrk) return [unmeasured('all of it', 'wrk')]
  const url = `${site.server.url}/api/discover`
  const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  const etag = answer.headers.get('etag') ?? ''
  const reference = await startBare(setting.scratch, Buffer.from(await answer.bytes()))
  const cookie = await site.signIn((await peopleOf(site.postgres)).person)
  const way = (name: string, server: Server, address: string, headers = {}) => ({
    name,
    turn: () =>
      underLoad({
        wrk,
        pids: [server.pid],
        url: address,
        connections,
        seconds: setting.seconds,
        headers,
      }),
  })
  try {
    const found = await inRounds(setting.rounds, [
      way(bare, reference, reference.url),
      way(visitor, site.server, url),
      way(again, site.server, url, { 'if-none-match': etag }),
      way(signedIn, site.server, url, { cookie }),
    ])
    return toRows(found)
  } finally {
    await reference.close()
  }
}

async function startBare(folder: string, body: Buffer): Promise<Server> {
  const file = path.join(folder, 'body')
  await writeFile(file, body)
  const port = await freePort()
  return startServer({
    command: process.execPath,
    options: [bareScript, String(port), file],
    url: `http://localhost:${port}`,
  })
}

function toRows(found: Rounds<Served>): Row[] {
  const speed = (served: Served) => served.perSecond
  const row = (work: string, wanted?: number): Row => {
    const ratio = ratioOf(found, work, bare, speed)
    const cpu = medianOf(found, work, (served) => (served.cpuSeconds / served.answered) * 1000)
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
