import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { makeUser } from '#server/testing/factories.ts'
import { memoryOf } from './measuring/processes.ts'
import { mebibytes } from './measuring/spelling.ts'
import { atMost, type Bench, type Row, type Setting } from './running/bench.ts'
import { median } from './running/rounds.ts'
import { newUploadAddress, putFile } from './servers/sending.ts'
import { type Site, withSite } from './servers/site.ts'
import { putTracks } from './servers/tracks-on-disk.ts'

const size = 100_000_000
const [few, many] = [3, 12]
/** Listeners who asked for a track and then stopped reading, as a paused player does. */
const paused = 64

export const bench: Bench = {
  about: `Memory of our server's process: at rest, and the most while files of 100 MB are uploaded and streamed side by side and
${paused} more listeners have asked for a track and do not read on. *Beside* is the ratio to ${few} of each: it must not grow with
what is under way.`,
  needs: [],
  run: (setting) => withSite(setting, {}, (site) => rowsOf(setting, site)),
}

async function rowsOf(setting: Setting, site: Site): Promise<Row[]> {
  const { db } = site.postgres
  const { id } = await makeUser(db)
  const file = path.join(setting.scratch, 'sent')
  await writeFile(file, randomBytes(size))
  const [track] = await putTracks(db, site.objects, { count: 1, size })
  const address = `${site.server.url}/api/tracks/${track?.id}/audio`
  const cookie = await site.signIn(id)
  const rest = memoryOf(site.server.pid)
  const busy = async (count: number) => {
    const waiting = await Promise.all(Array.from({ length: paused }, () => ask(address)))
    const upload = async () => putFile(await newUploadAddress(site.server, cookie), file, size)
    const peak = await mostMemory(site.server.pid, () =>
      Promise.all(Array.from({ length: count }, () => Promise.all([upload(), listen(address)]))),
    )
    for (const answer of waiting) answer.destroy()
    return peak
  }
  const peaks = { few: [] as number[], many: [] as number[] }
  for (let round = 0; round < setting.rounds; round++) {
    peaks.few.push(await busy(few))
    peaks.many.push(await busy(many))
  }
  const [atFew, atMany] = [median(peaks.few), median(peaks.many)]
  return [
    { work: 'at rest, after the start', figure: mebibytes(rest) },
    { work: `${few} uploads and ${few} streams, the most`, figure: mebibytes(atFew), ratio: 1 },
    {
      work: `${many} uploads and ${many} streams, the most`,
      figure: mebibytes(atMany),
      ratio: atMany / atFew,
      goal: atMost(1.25, atMany / atFew),
    },
    { work: 'afterwards', figure: mebibytes(memoryOf(site.server.pid)) },
  ]
}

async function mostMemory(pid: number, work: () => Promise<unknown>): Promise<number> {
  let most = memoryOf(pid)
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(pid))
  }, 50)
  try {
    await work()
  } finally {
    clearInterval(watch)
  }
  return most
}

/** The answer, of which nothing has been read yet. */
function ask(address: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(address, { agent: false }, resolve).once('error', reject)
  })
}

async function listen(address: string): Promise<void> {
  const answer = await ask(address)
  let heard = 0
  for await (const chunk of answer) heard += (chunk as Buffer).length
  if (heard !== size) throw new Error(`Only ${heard} bytes arrived.`)
}
