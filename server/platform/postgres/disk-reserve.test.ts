import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { prepareCluster } from '#server/testing/prepared-cluster.ts'
import { makeSmallDisk, withSmallDisk } from '#server/testing/small-disk.ts'
import { folderAt } from './folder.ts'
import { openPostgres, type Postgres } from './open.ts'
import { stopAny } from './postmaster.ts'
import { postmasterPid } from './testing/processes.ts'

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 20 })
const mounts = withSmallDisk()

test(
  'a full disk: PostgreSQL gets the disk reserve, which is restored once there is free space',
  mounts,
  async () => {
    const disk = await openDisk()
    const postgres = await disk.open()
    await eventually(() => expect(existsSync(disk.spareFile)).toBe(true))
    expect(postgres.hasFreeSpace(0)).toBe(true)
    expect(postgres.hasFreeSpace(2 ** 30)).toBe(false)
    disk.fill()
    await eventually(() => expect(existsSync(disk.spareFile)).toBe(false))
    expect(postgres.hasFreeSpace(0)).toBe(false)
    await writeNewLogFile(postgres, disk.directory)
    disk.free()
    await eventually(() => expect(postgres.hasFreeSpace(0)).toBe(true))
    await eventually(() => expect(existsSync(disk.spareFile)).toBe(true))
  },
)

test(
  'a PostgreSQL that cannot start on a full disk starts with the disk reserve',
  mounts,
  async () => {
    const disk = await openDisk()
    await (await disk.open()).close()
    disk.fill()
    const again = await disk.open()
    expect((await again.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    expect(existsSync(disk.spareFile)).toBe(false)
  },
)

test(
  'a PostgreSQL that stopped restarts although another program used up the first disk reserve',
  mounts,
  async () => {
    const disk = await openDisk()
    const postgres = await disk.open()
    await writeLateInLogFile(postgres, disk.directory)
    await eventually(() => expect(existsSync(disk.spareFile)).toBe(true))
    disk.fill()
    await eventually(() => expect(existsSync(disk.spareFile)).toBe(false))
    disk.fill()
    const dead = postmasterPid(disk.directory)
    process.kill(dead, 'SIGKILL')
    // Until then its backends may still respond.
    await eventually(() => expect(postmasterPid(disk.directory)).not.toBe(dead))
    await vi.waitFor(() => postgres.pool.query('select 1'), { timeout: 20_000, interval: 20 })
    expect(existsSync(disk.reserveFile)).toBe(false)
    disk.free()
    await eventually(() => expect(existsSync(disk.reserveFile)).toBe(true))
  },
)

async function openDisk() {
  const disk = makeSmallDisk(208 * 1024 * 1024)
  if (!disk) throw new Error('No disk was mounted.')
  onTestFinished(disk.remove)
  const directory = path.join(disk.folder, 'site/postgres')
  mkdirSync(path.dirname(directory))
  await prepareCluster(directory)
  const folder = folderAt(directory)
  onTestFinished(() => stopAny(folder))
  const filler = path.join(disk.folder, 'filler')
  return {
    ...folder,
    async open() {
      const log = () => {}
      const postgres = await openPostgres({ kind: 'embedded', directory }, { exclusive: true, log })
      onTestFinished(postgres.close)
      return postgres
    },
    fill: () => fillUp(filler),
    free: () => rmSync(filler),
  }
}

/** To the last byte. */
function fillUp(filler: string): void {
  const file = openSync(filler, 'a')
  try {
    // Large pieces take a fraction of the time; the last one may leave less than its size.
    for (const piece of [Buffer.alloc(1024 * 1024), Buffer.alloc(4096)]) writeUntilFull(file, piece)
  } finally {
    closeSync(file)
  }
}

function writeUntilFull(file: number, piece: Buffer): void {
  try {
    for (;;) writeSync(file, piece)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

/** Until PostgreSQL has to create another WAL file. */
async function writeNewLogFile(postgres: Postgres, directory: string): Promise<void> {
  const last = lastLogFile(directory)
  while (lastLogFile(directory) === last) await writeToLog(postgres)
}

/** So close to the end of the last WAL file that PostgreSQL creates another when it starts after a crash. */
async function writeLateInLogFile(postgres: Postgres, directory: string): Promise<void> {
  for (;;) {
    const { name, written } = await logPosition(postgres)
    if (name === lastLogFile(directory) && written > 0.85) return
    await writeToLog(postgres)
  }
}

/** PostgreSQL may have more files than the current one: it reuses old ones for what it writes next. */
function lastLogFile(directory: string): string | undefined {
  const files = readdirSync(path.join(directory, 'pg_wal'))
  return files
    .filter((name) => /^[\dA-F]{24}$/.test(name))
    .toSorted()
    .at(-1)
}

/** The current WAL file, and how much of it is written. */
async function logPosition({ pool }: Postgres) {
  const { rows } = await pool.query<{ name: string; written: number }>(
    `select pg_walfile_name(lsn) as name, (lsn - '0/0') % size / size as written
     from pg_current_wal_lsn() as lsn, (select 16 * 1024 * 1024 as size)`,
  )
  const [position] = rows
  if (!position) throw new Error('PostgreSQL has no position in its WAL.')
  return { name: position.name, written: Number(position.written) }
}

/** Half a megabyte of WAL, and nothing in a table. */
const writeToLog = ({ pool }: Postgres) =>
  pool.query(`select pg_logical_emit_message(true, 'filler', repeat('x', 512 * 1024))`)
