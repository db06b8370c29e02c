import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeSmallDisk } from '#server/testing/small-disk.ts'
import { folderAt } from './folder.ts'
import { openPostgres, type Postgres } from './open.ts'
import { stopAny } from './postmaster.ts'
import { postmasterPid } from './testing/processes.ts'

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 20 })
const explanation = 'No disk can be mounted here: nothing was tried.'

test('a full disk: PostgreSQL gets the disk reserve, which is restored once there is free space', async ({
  annotate,
}) => {
  const disk = openDisk()
  if (!disk) return void (await annotate(explanation))
  const postgres = await disk.open()
  await eventually(() => expect(existsSync(disk.spareFile)).toBe(true))
  expect(postgres.hasFreeSpace(0)).toBe(true)
  expect(postgres.hasFreeSpace(2 ** 30)).toBe(false)
  disk.fill()
  await eventually(() => expect(existsSync(disk.spareFile)).toBe(false))
  expect(postgres.hasFreeSpace(0)).toBe(false)
  await writeLogFile(postgres)
  disk.free()
  await eventually(() => expect(postgres.hasFreeSpace(0)).toBe(true))
  await eventually(() => expect(existsSync(disk.spareFile)).toBe(true))
})

test('a PostgreSQL that cannot start on a full disk starts with the disk reserve', async ({
  annotate,
}) => {
  const disk = openDisk()
  if (!disk) return void (await annotate(explanation))
  await (await disk.open()).close()
  disk.fill()
  const again = await disk.open()
  expect((await again.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(existsSync(disk.spareFile)).toBe(false)
})

test('a PostgreSQL that stopped restarts although another program used up the first disk reserve', async ({
  annotate,
}) => {
  const disk = openDisk()
  if (!disk) return void (await annotate(explanation))
  const postgres = await disk.open()
  await writeLateInLogFile(postgres)
  await eventually(() => expect(existsSync(disk.spareFile)).toBe(true))
  disk.fill()
  await eventually(() => expect(existsSync(disk.spareFile)).toBe(false))
  disk.fill()
  const dead = postmasterPid(disk.directory)
  process.kill(dead, 'SIGKILL')
  // Until then its backends may still respond.
  await eventually(() => expect(postmasterPid(disk.directory)).not.toBe(dead))
  await vi.waitFor(() => postgres.pool.query('select 1'), { timeout: 20_000, interval: 20 })
  disk.free()
  await eventually(() => expect(existsSync(disk.reserveFile)).toBe(true))
})

function openDisk() {
  const disk = makeSmallDisk(160 * 1024 * 1024)
  if (!disk) return undefined
  onTestFinished(disk.remove)
  const directory = path.join(disk.folder, 'site/postgres')
  mkdirSync(path.dirname(directory))
  const folder = folderAt(directory)
  onTestFinished(() => stopAny(folder))
  const filler = path.join(disk.folder, 'filler')
  return {
    ...folder,
    async open() {
      const log = () => {}
      const postgres = await openPostgres({ kind: 'embedded', directory }, { exclusive: true, log })
      onTestFinished(postgres.close)
      await postgres.pool.query(
        `create table if not exists stored as select 1 as id, repeat('x', 1000) as text`,
      )
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
    for (;;) writeSync(file, Buffer.alloc(4096))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
}

const logFile = 16 * 1024 * 1024

/** As large as a WAL file: wherever the last one ends, another is needed. */
async function writeLogFile(postgres: Postgres): Promise<void> {
  const end = (await logPosition(postgres)) + logFile
  while ((await logPosition(postgres)) < end) await writeToLog(postgres)
}

/** So close to the end of a WAL file that PostgreSQL creates the next one when it starts after a crash. */
async function writeLateInLogFile(postgres: Postgres): Promise<void> {
  while ((await logPosition(postgres)) % logFile < 0.85 * logFile) await writeToLog(postgres)
}

async function logPosition({ pool }: Postgres): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    `select (pg_current_wal_lsn() - '0/0')::float8 as bytes`,
  )
  return rows[0]?.bytes ?? 0
}

/** Half a megabyte of WAL only: the row stays in place. */
const writeToLog = ({ pool }: Postgres) =>
  pool.query(
    `do $$ begin for turn in 1..500 loop update stored set text = repeat(turn::text, 500); commit; end loop; end $$`,
  )
