import type { Config } from '#server/config.ts'
import { StartupError } from '#server/errors.ts'
import { assertRestoreComplete } from '#server/platform/backup/restore-marker.ts'
import { serializeError } from '#server/platform/log/serialize-error.ts'
import { NoSpaceLeft, StoreUnavailable } from '#server/platform/objects/object-store.ts'
import { openObjectStore } from '#server/platform/objects/open.ts'
import { describeDatabaseError } from '#server/platform/postgres/describe-error.ts'
import { folderAt, hasCluster } from '#server/platform/postgres/folder.ts'
import { openPostgres } from '#server/platform/postgres/open.ts'
import { deriveUploadKey, loadSessionSecret } from '#server/platform/secrets/secrets.ts'

type Close = () => Promise<unknown>
/** Registers a cleanup for the end, also after an error or a signal; cleanups run in reverse order. */
export type OnExit = (close: Close) => void

/** Runs the command of an npm script. `failurePrefix` begins the sentence that says why it failed. */
export async function runCommand(
  failurePrefix: string,
  run: (onExit: OnExit) => Promise<{ ok: boolean }>,
): Promise<void> {
  const closers: Close[] = []
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) await close().catch(() => {})
  }
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      isStopping = true
      await closeAll()
      process.exit(130)
    })
  try {
    const { ok } = await run((close) => closers.push(close))
    process.exitCode = ok ? 0 : 1
  } catch (error) {
    // The user interrupted it and needs no reason.
    if (isStopping) return
    const reason = describeError(error)
    const details = reason ?? JSON.stringify(serializeError(error))
    console.error(`${failurePrefix}: ${details}`)
    process.exitCode = 1
  } finally {
    await closeAll()
  }
}

/** Opening a missing database would create an empty one. */
function assertSiteExists({ database, dataDir }: Config): void {
  if (database.kind === 'embedded' && !hasCluster(folderAt(database.directory)))
    throw new StartupError(`there is no site in ${dataDir}.`)
}

/** The database and the store of a site, whether its server is running or not. */
export async function openSite(config: Config, onExit: OnExit) {
  const postgres = await openDatabase(config, onExit)
  return { postgres, store: await openStore(config, onExit) }
}

export async function openDatabase(config: Config, onExit: OnExit) {
  assertSiteExists(config)
  await assertRestoreComplete(config.dataDir)
  const postgres = await openPostgres(config.database, { exclusive: false, log: console.error })
  onExit(() => postgres.close())
  return postgres
}

export async function openStore(config: Config, onExit: OnExit) {
  const secret = await loadSessionSecret(config.sessionSecret, config.dataDir)
  const store = await openObjectStore(config.objects, {
    publicUrl: config.publicUrl,
    secret: deriveUploadKey(secret),
  })
  onExit(() => store.close())
  return store
}

/** One sentence for errors that an operator can fix; undefined for bugs. */
function describeError(error: unknown): string | undefined {
  if (error instanceof StartupError) return error.message
  if (error instanceof StoreUnavailable || error instanceof NoSpaceLeft) return error.message
  return describeDatabaseError(error)
}
