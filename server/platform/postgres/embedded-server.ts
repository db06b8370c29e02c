import { mkdtempSync, rmdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureDirectory } from '#server/platform/files/directories.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { databaseName, ensureCluster, roleName } from './cluster.ts'
import { DatabaseStartupError, DataDirectoryInUseError } from './describe-error.ts'
import { startDiskReserve } from './disk-reserve.ts'
import { dropPrivileges, type UnprivilegedRunner } from './drop-privileges.ts'
import { isDatabaseDown } from './error-codes.ts'
import { type Folder, folderAt, limitLog } from './folder.ts'
import { acquireInstanceLock, type InstanceLock } from './instance-lock.ts'
import { findOrStart, type Postmaster, stop } from './postmaster.ts'

export type Connection = {
  host: string
  port: number
  user: string
  password: string
  database: string
}
export type EmbeddedServer = {
  connection: Connection
  hasFreeSpace(bytes: number): boolean
  close(): Promise<void>
}
/** All that starting the database of a folder and connecting to it requires. */
type Cluster = {
  folder: Folder
  binaries: Binaries
  launcher: UnprivilegedRunner
  password: string
}
type Instance = { postmaster: Postmaster; lock: InstanceLock }

/**
 * Embedded PostgreSQL in the data folder. `exclusive` is for the server itself: one per folder, and it
 * restarts the database if it crashes. Tools use the running one, or start it temporarily. The last
 * user stops it.
 */
export async function openEmbeddedServer(
  directory: string,
  options: { exclusive: boolean; log: (line: string) => void },
): Promise<EmbeddedServer> {
  const cluster = await prepare(folderAt(directory))
  const first = await join(cluster, options.exclusive, undefined)
  const connection = connectionTo(cluster, first.postmaster.port)
  if (!options.exclusive)
    return { connection, hasFreeSpace: () => true, close: () => leaveAndStop(cluster, first) }
  const reserve = startDiskReserve(cluster.folder)
  const leave = supervise(cluster, first, options.log)
  const close = async () => {
    await reserve.stop()
    await leave()
  }
  return { connection, hasFreeSpace: reserve.hasFreeSpace, close }
}

/** The running database of a folder, without a lock on its lifetime: for tests, which share one. */
export async function runEmbeddedServer(directory: string): Promise<Connection> {
  const cluster = await prepare(folderAt(directory))
  const { port } = await findOrStart(cluster.folder, cluster.binaries, cluster.launcher, undefined)
  return connectionTo(cluster, port)
}

async function prepare(folder: Folder): Promise<Cluster> {
  assertWritable(path.dirname(folder.directory))
  assertOwnedByUs(folder)
  const binaries = findBinaries()
  const launcher = dropPrivileges(folder.directory, binaries)
  const password = await ensureCluster(folder, binaries, launcher)
  return { folder, binaries, launcher, password }
}

function assertWritable(dataFolder: string): void {
  try {
    ensureDirectory(dataFolder)
    // Root may write anywhere except to a read-only file system: only an attempt shows it.
    rmdirSync(mkdtempSync(path.join(dataFolder, 'writable-')))
  } catch (error) {
    // A full disk can be fixed without a restart, and the disk reserve reports it.
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return
    throw new DatabaseStartupError(
      `The folder ${dataFolder} cannot be written (${(error as NodeJS.ErrnoException).code}): set DATA_DIR to a folder that this user may write to.`,
      { cause: error },
    )
  }
}

function assertOwnedByUs(folder: Folder): void {
  const us = process.getuid?.()
  const owner = statSync(folder.directory, { throwIfNoEntry: false })?.uid
  if (us === undefined || us === 0 || owner === undefined || owner === us) return
  throw new DatabaseStartupError(
    `The database in ${folder.directory} belongs to the user with id ${owner}: start the server as the user who created it, or give that folder to this one (chown -R).`,
  )
}

const connectionTo = (cluster: Cluster, port: number): Connection => ({
  host: '127.0.0.1',
  port,
  user: roleName,
  password: cluster.password,
  database: databaseName,
})

/** Joins the running database, with retries, because it may be about to stop. */
async function join(
  cluster: Cluster,
  exclusive: boolean,
  port: number | undefined,
): Promise<Instance> {
  const deadline = Date.now() + 30_000
  for (;;) {
    const postmaster = await findOrStart(cluster.folder, cluster.binaries, cluster.launcher, port)
    try {
      const lock = await acquireInstanceLock(connectionTo(cluster, postmaster.port), exclusive)
      if (lock === undefined) throw new DataDirectoryInUseError(cluster.folder.directory)
      return { postmaster, lock }
    } catch (error) {
      if (!isDatabaseDown(error) || Date.now() > deadline) throw toStartupError(error, cluster)
      await delay(50)
    }
  }
}

function toStartupError(error: unknown, cluster: Cluster): DatabaseStartupError {
  if (error instanceof DatabaseStartupError) return error
  return new DatabaseStartupError(
    `The database in ${cluster.folder.directory} rejects the connection: ${(error as Error).message} (its password is in ${cluster.folder.passwordFile}).`,
    { cause: error },
  )
}

async function leaveAndStop(cluster: Cluster, { postmaster, lock }: Instance): Promise<void> {
  const last = await lock.isLastHolder().catch(() => false)
  if (last) await stop(cluster.folder, postmaster.pid)
  await lock.close()
}

const hourMs = 3_600_000

/** Restarts the database whenever it is lost; the returned function ends that, and stops the database. */
function supervise(cluster: Cluster, first: Instance, log: (line: string) => void) {
  const closing = new AbortController()
  const { port } = first.postmaster
  const logCheck = setInterval(() => limitLog(cluster.folder), hourMs).unref()

  async function restart(): Promise<Instance | undefined> {
    log('The database has stopped; restarting it.')
    for (let pause = 100; !closing.signal.aborted; pause = Math.min(pause * 2, 5000)) {
      try {
        const instance = await join(cluster, true, port)
        log('The database is running again.')
        return instance
      } catch (error) {
        log((error as Error).message)
        await delay(pause, undefined, { signal: closing.signal }).catch(() => {})
      }
    }
    return undefined
  }

  async function restartUntilClosed(): Promise<Instance | undefined> {
    let instance: Instance | undefined = first
    const closed = new Promise<'closed'>((resolve) =>
      closing.signal.addEventListener('abort', () => resolve('closed')),
    )
    while (instance && (await Promise.race([instance.lock.lost, closed])) !== 'closed')
      instance = await restart()
    return instance
  }

  const current = restartUntilClosed()
  return async () => {
    closing.abort()
    clearInterval(logCheck)
    const instance = await current
    if (instance) await leaveAndStop(cluster, instance)
  }
}
