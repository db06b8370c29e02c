import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { makeUser } from '#server/testing/factories.ts'
import { mebibytes } from './measurement/format.ts'
import { memoryOf, peakMemory } from './measurement/processes.ts'
import { atMost, type Bench, type BenchContext, type Row } from './runner/bench.ts'
import { median } from './runner/rounds.ts'
import { type BenchServer, withBenchServer } from './servers/bench-server.ts'
import { putTracks } from './servers/tracks-on-disk.ts'
import { putFile, requestUploadUrl } from './servers/upload.ts'

const size = 100_000_000
const popular = { count: 64, size: 10_000_000 }
const [few, many] = [3, 12]
/** Listeners that request a track and then stop reading, as a paused player does. */
const paused = 64

export const bench: Bench = {
  description: `Memory of the server process: idle, and the peak while files of 100 MB are uploaded and streamed concurrently and
${paused} more listeners have stopped reading. *Ratio* is to ${few} of each: it must not grow with what is in flight. Then ${popular.count} tracks of 10 MB are streamed
to as many listeners, which must not cost more than the other streams.`,
  tools: [],
  run: (context) => withBenchServer(context, {}, (benchServer) => rowsOf(context, benchServer)),
}

async function rowsOf(context: BenchContext, benchServer: BenchServer): Promise<Row[]> {
  const { db } = benchServer.postgres
  const { id } = await makeUser(db)
  const file = path.join(context.scratch, 'sent')
  await writeFile(file, randomBytes(size))
  const [track] = await putTracks(db, benchServer.objects, { count: 1, size })
  const audioUrl = `${benchServer.server.url}/api/tracks/${track?.id}/audio`
  const cookie = await benchServer.signIn(id)
  const rest = memoryOf(benchServer.server.pid)
  const runLoad = async (count: number) => {
    const pausedResponses = await Promise.all(
      Array.from({ length: paused }, () => startResponse(audioUrl)),
    )
    const upload = async () =>
      putFile(await requestUploadUrl(benchServer.server, cookie), file, size)
    const peak = await peakMemory(benchServer.server.pid, () =>
      Promise.all(
        Array.from({ length: count }, () => Promise.all([upload(), stream(audioUrl, size)])),
      ),
    )
    for (const response of pausedResponses) response.destroy()
    return peak
  }
  const peaks = { few: [] as number[], many: [] as number[] }
  for (let round = 0; round < context.rounds; round++) {
    peaks.few.push(await runLoad(few))
    peaks.many.push(await runLoad(many))
  }
  const afterwards = memoryOf(benchServer.server.pid)
  const [atFew, atMany] = [median(peaks.few), median(peaks.many)]
  const atTracks = await streamTracks(benchServer)
  return [
    { label: 'idle, after the start', figure: mebibytes(rest) },
    { label: `${few} uploads and ${few} streams, peak`, figure: mebibytes(atFew), ratio: 1 },
    {
      label: `${many} uploads and ${many} streams, peak`,
      figure: mebibytes(atMany),
      ratio: atMany / atFew,
      goal: atMost(1.25, atMany / atFew),
    },
    { label: 'afterwards', figure: mebibytes(afterwards) },
    {
      label: `${popular.count} tracks of 10 MB, to as many listeners concurrently, peak`,
      figure: mebibytes(atTracks),
    },
  ]
}

/** Peak memory while all listeners play every track. */
async function streamTracks({ server, postgres, objects }: BenchServer): Promise<number> {
  const tracks = await putTracks(postgres.db, objects, popular)
  const streamAll = async (_: unknown, listener: number) => {
    for (const index of tracks.keys()) {
      const track = tracks[(index + listener) % tracks.length]
      await stream(`${server.url}/api/tracks/${track?.id}/audio`, popular.size)
    }
  }
  return peakMemory(server.pid, () => Promise.all(Array.from({ length: popular.count }, streamAll)))
}

/** The response, with its body unread. */
function startResponse(audioUrl: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(audioUrl, { agent: false }, resolve).once('error', reject)
  })
}

async function stream(audioUrl: string, size: number): Promise<void> {
  const response = await startResponse(audioUrl)
  let received = 0
  for await (const chunk of response) received += (chunk as Buffer).length
  if (received !== size) throw new Error(`Only ${received} bytes arrived.`)
}
