import { randomBytes } from 'node:crypto'
import { copyFile, open, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeUser } from '#server/testing/factories.ts'
import { megabytesPerSecond } from './measurement/format.ts'
import { cpuSeconds } from './measurement/processes.ts'
import { atLeast, type Bench, type BenchContext, notMeasured, type Row } from './runner/bench.ts'
import { medianOf, type Rounds, ratioOf, runRounds, type Variant } from './runner/rounds.ts'
import { startNginx } from './servers/nginx.ts'
import { type Site, withSite } from './servers/site.ts'
import { putFile, requestUploadUrl } from './servers/upload.ts'

const size = 100_000_000

const nginxPut = 'nginx, PUT'
const ours = 'Soundpost, PUT to an upload address'
const copy = 'a plain copy of the file'
const syncedCopy = 'a plain copy, on disk for good'

export const bench: Bench = {
  description: `A file of 100 MB from one client, compared with nginx's PUT and with a plain copy. Soundpost responds once the bytes
are synced to disk; nginx and the copy leave that to the operating system.`,
  tools: ['nginx'],
  run: (context) => withSite(context, {}, (site) => beside(context, site)),
}

type Found = { bytesPerSecond: number; cpuSeconds: number }

async function beside(context: BenchContext, site: Site): Promise<Row[]> {
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
  const { id } = await makeUser(site.postgres.db)
  const cookie = await site.signIn(id)
  const kept = path.join(context.scratch, 'copy')
  try {
    const found = await runRounds(context.rounds, [
      timed(nginxPut, reference.pid, () => putFile(`${reference.url}/file`, file, size)),
      timed(ours, site.server.pid, async () =>
        putFile(await requestUploadUrl(site.server, cookie), file, size),
      ),
      timed(copy, process.pid, async () => {
        await rm(kept, { force: true })
        await copyFile(file, kept)
      }),
      timed(syncedCopy, process.pid, async () => {
        await rm(kept, { force: true })
        await copyFile(file, kept)
        const handle = await open(kept, 'r+')
        await handle.sync()
        await handle.close()
      }),
    ])
    return toRows(found)
  } finally {
    await reference.close()
  }
}

function timed(name: string, pid: number, work: () => Promise<unknown>): Variant<Found> {
  return {
    name,
    async run() {
      const cpu = cpuSeconds(pid)
      const start = performance.now()
      await work()
      const seconds = (performance.now() - start) / 1000
      return { bytesPerSecond: size / seconds, cpuSeconds: cpuSeconds(pid) - cpu }
    },
  }
}

function toRows(found: Rounds<Found>): Row[] {
  const speed = (result: Found) => result.bytesPerSecond
  const row = (work: string, wanted?: number): Row => {
    const ratio = ratioOf(found, work, nginxPut, speed)
    return {
      work,
      figure: megabytesPerSecond(medianOf(found, work, speed)),
      cpu: `${medianOf(found, work, (result) => result.cpuSeconds).toFixed(2)} s`,
      ratio,
      ...(wanted && { goal: atLeast(wanted, ratio) }),
    }
  }
  return [row(nginxPut), row(ours, 0.7), row(copy), row(syncedCopy)]
}
