import { randomBytes } from 'node:crypto'
import { copyFile, open, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeUser } from '#server/testing/factories.ts'
import { processorSeconds } from './measuring/processes.ts'
import { megabytesPerSecond } from './measuring/spelling.ts'
import { atLeast, type Bench, type Row, type Setting, unmeasured } from './running/bench.ts'
import { inRounds, medianOf, type Rounds, ratioOf, type Way } from './running/rounds.ts'
import { startNginx } from './servers/nginx.ts'
import { newUploadAddress, putFile } from './servers/sending.ts'
import { type Site, withSite } from './servers/site.ts'

const size = 100_000_000

const nginxPut = 'nginx, PUT'
const ours = 'ours, PUT to an upload address'
const copy = 'a plain copy of the file'
const syncedCopy = 'a plain copy, on disk for good'

export const bench: Bench = {
  about: `A file of 100 MB from one sender, beside nginx's PUT and beside a plain copy. Ours answers once the bytes are on disk
for good; nginx and the copy leave that to the system.`,
  needs: ['nginx'],
  run: (setting) => withSite(setting, {}, (site) => beside(setting, site)),
}

type Found = { bytesPerSecond: number; cpuSeconds: number }

async function beside(setting: Setting, site: Site): Promise<Row[]> {
  const { nginx } = setting.tools
  if (!nginx) return [unmeasured('all of it', 'nginx')]
  const file = path.join(setting.scratch, 'sent')
  await writeFile(file, randomBytes(size))
  const folder = path.join(setting.scratch, 'nginx')
  const reference = await startNginx({
    nginx,
    folder,
    server: `location / { root ${folder}/put; dav_methods PUT; create_full_put_path on; }`,
  })
  const { id } = await makeUser(site.postgres.db)
  const cookie = await site.signIn(id)
  const kept = path.join(setting.scratch, 'copy')
  try {
    const found = await inRounds(setting.rounds, [
      timed(nginxPut, reference.pid, () => putFile(`${reference.url}/file`, file, size)),
      timed(ours, site.server.pid, async () =>
        putFile(await newUploadAddress(site.server, cookie), file, size),
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

function timed(name: string, pid: number, work: () => Promise<unknown>): Way<Found> {
  return {
    name,
    async turn() {
      const cpu = processorSeconds(pid)
      const start = performance.now()
      await work()
      const seconds = (performance.now() - start) / 1000
      return { bytesPerSecond: size / seconds, cpuSeconds: processorSeconds(pid) - cpu }
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
