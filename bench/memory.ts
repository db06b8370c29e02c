import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { makeUser } from '#server/testing/factories.ts'
import { mebibytes } from './measurement/format.ts'
import { memoryOf } from './measurement/processes.ts'
import { atMost, type Bench, type BenchContext, type Row } from './runner/bench.ts'
import { median } from './runner/rounds.ts'
import { type Site, withSite } from './servers/site.ts'
import { putTracks } from './servers/tracks-on-disk.ts'
import { putFile, requestUploadUrl } from './servers/upload.ts'

const size = 100_000_000
/** Small enough for the memory cache, and together larger than it. */
const songs = { count: 64, size: 10_000_000 }
const [few, many] = [3, 12]
/** Listeners that request a track and then stop reading, as a paused player does. */
const paused = 64

export const bench: Bench = {
  description: `Memory of the server process: idle, and the peak while files of 100 MB are uploaded and streamed concurrently and
${paused} more listeners have requested a track and stopped reading. *Ratio* is the ratio to ${few} of each: it must not grow with
what is in flight. Then ${songs.count} tracks of 10 MB are streamed repeatedly: tracks that many listeners stream are cached in memory,
up to a quarter of a GiB.`,
  tools: [],
  run: (context) => withSite(context, {}, (site) => rowsOf(context, site)),
}

async function rowsOf(context: BenchContext, site: Site): Promise<Row[]> {
  const { db } = site.postgres
  const { id } = await makeUser(db)
  const file = path.join(context.scratch, 'sent')
  await writeFile(file, randomBytes(size))
  const [track] = await putTracks(db, site.objects, { count: 1, size })
  const address = `${site.server.url}/api/tracks/${track?.id}/audio`
  const cookie = await site.signIn(id)
  const rest = memoryOf(site.server.pid)
  const busy = async (count: number) => {
    const waiting = await Promise.all(Array.from({ length: paused }, () => ask(address)))
    const upload = async () => putFile(await requestUploadUrl(site.server, cookie), file, size)
    const peak = await mostMemory(site.server.pid, () =>
      Promise.all(
        Array.from({ length: count }, () => Promise.all([upload(), listen(address, size)])),
      ),
    )
    for (const answer of waiting) answer.destroy()
    return peak
  }
  const peaks = { few: [] as number[], many: [] as number[] }
  for (let round = 0; round < context.rounds; round++) {
    peaks.few.push(await busy(few))
    peaks.many.push(await busy(many))
  }
  const afterwards = memoryOf(site.server.pid)
  const [atFew, atMany] = [median(peaks.few), median(peaks.many)]
  const atSongs = await hearSongs(site)
  return [
    { work: 'at rest, after the start', figure: mebibytes(rest) },
    { work: `${few} uploads and ${few} streams, the most`, figure: mebibytes(atFew), ratio: 1 },
    {
      work: `${many} uploads and ${many} streams, the most`,
      figure: mebibytes(atMany),
      ratio: atMany / atFew,
      goal: atMost(1.25, atMany / atFew),
    },
    { work: 'afterwards', figure: mebibytes(afterwards) },
    {
      work: `${songs.count} tracks of 10 MB, heard by as many at a time, the most`,
      figure: mebibytes(atSongs),
    },
  ]
}

/** Peak memory while all listeners play every track. */
async function hearSongs({ server, postgres, objects }: Site): Promise<number> {
  const tracks = await putTracks(postgres.db, objects, songs)
  const hearAll = async (_: unknown, listener: number) => {
    for (const place of tracks.keys()) {
      const track = tracks[(place + listener) % tracks.length]
      await listen(`${server.url}/api/tracks/${track?.id}/audio`, songs.size)
    }
  }
  return mostMemory(server.pid, () => Promise.all(Array.from({ length: songs.count }, hearAll)))
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

/** The response, with its body unread. */
function ask(address: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(address, { agent: false }, resolve).once('error', reject)
  })
}

async function listen(address: string, size: number): Promise<void> {
  const answer = await ask(address)
  let heard = 0
  for await (const chunk of answer) heard += (chunk as Buffer).length
  if (heard !== size) throw new Error(`Only ${heard} bytes arrived.`)
}
