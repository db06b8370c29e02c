import { randomBytes } from 'node:crypto'
import { copyFile, open, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeUser } from '#server/testing/factories.ts'
import { megabytesPerSecond } from './measurement/format.ts'
import { cpuSeconds } from './measurement/processes.ts'
import { type Bench, type BenchContext, notMeasured, type Row } from './runner/bench.ts'
import { medianOf, type Rounds, ratioOf, runRounds, type Variant } from './runner/rounds.ts'
import { type BenchServer, withBenchServer } from './servers/bench-server.ts'
import { startNginx } from './servers/nginx.ts'
import { putFile, requestUploadUrl } from './servers/upload.ts'

const size = 100_000_000

const nginxPut = 'nginx, PUT'
const subject = 'Soundpost, PUT to an upload URL'
const copy = 'a plain copy of the file'
const syncedCopy = 'a plain copy, synced to disk'

export const bench: Bench = {
  description: `A file of 100 MB from one client, compared with nginx's PUT and with a plain copy. Soundpost responds once the bytes
are synced to disk; nginx and the copy leave that to the operating system.`,
  tools: ['nginx'],
  run: (context) => withBenchServer(context, {}, (benchServer) => compare(context, benchServer)),
}

type Measurement = { bytesPerSecond: number; cpuSeconds: number }

async function compare(context: BenchContext, benchServer: BenchServer): Promise<Row[]> {
  const { nginx } = context.tools
  if (!nginx) return [notMeasured('all of it', 'nginx')]
  const file = path.join(context.scratch, 'sent')
  await writeFile(file, randomBytes(size))
  const folder = path.join(context.scratch, 'nginx')
  const reference = await startNginx({
    nginx,
    folder,
    server: `location / { root ${folder}/put; dav_methods PUT; create_full_put_path on; }`,
  })
  const { id } = await makeUser(benchServer.postgres.db)
  const cookie = await benchServer.signIn(id)
  const target = path.join(context.scratch, 'copy')
  try {
    const results = await runRounds(context.rounds, [
      timed(nginxPut, reference.pid, () => putFile(`${reference.url}/file`, file, size)),
      timed(subject, benchServer.server.pid, async () =>
        putFile(await requestUploadUrl(benchServer.server, cookie), file, size),
      ),
      timed(copy, process.pid, async () => {
        await rm(target, { force: true })
        await copyFile(file, target)
      }),
      timed(syncedCopy, process.pid, async () => {
        await rm(target, { force: true })
        await copyFile(file, target)
        const handle = await open(target, 'r+')
        await handle.sync()
        await handle.close()
      }),
    ])
    return toRows(results)
  } finally {
    await reference.close()
  }
}

function timed(name: string, pid: number, action: () => Promise<unknown>): Variant<Measurement> {
  return {
    name,
    async run() {
      const cpu = cpuSeconds(pid)
      const start = performance.now()
      await action()
      const seconds = (performance.now() - start) / 1000
      return { bytesPerSecond: size / seconds, cpuSeconds: cpuSeconds(pid) - cpu }
    },
  }
}

function toRows(results: Rounds<Measurement>): Row[] {
  const speed = (result: Measurement) => result.bytesPerSecond
  const row = (label: string): Row => ({
    label,
    figure: megabytesPerSecond(medianOf(results, label, speed)),
    cpu: `${medianOf(results, label, (result) => result.cpuSeconds).toFixed(2)} s`,
    ratio: ratioOf(results, label, nginxPut, speed),
  })
  return [nginxPut, subject, copy, syncedCopy].map(row)
}
