import { type Config, environment } from '#server/config.ts'
import { StartupError } from '#server/errors.ts'
import { assertRestoreComplete } from '#server/platform/backup/restore-marker.ts'
import { serializeError } from '#server/platform/log/serialize-error.ts'
import { openObjectStore } from '#server/platform/objects/open.ts'
import { folderAt, hasCluster } from '#server/platform/postgres/folder.ts'
import { openPostgres } from '#server/platform/postgres/open.ts'
import { deriveUploadKey, loadSessionSecret } from '#server/platform/secrets/secrets.ts'
import { describeError } from './describe-error.ts'

type Close = () => Promise<unknown>
type State = { closers: Close[]; isStopping: boolean }

const interrupted = 130

type Invocation = {
  args: string[]
  /** Settings as in the environment, which is the default. */
  env?: Record<string, string | undefined>
  output: Pick<Console, 'log' | 'error'>
}

export type CommandContext = Required<Invocation> & {
  /** Registers a cleanup for the end, also after an error or a signal; cleanups run in reverse order. */
  onExit: (close: Close) => void
  /** For one that fails after it has begun to change something. */
  setFailurePrefix: (prefix: string) => void
}

/** The command of an npm script. */
export type Command = {
  /** Begins the sentence that says why it failed. */
  failurePrefix: string
  run(context: CommandContext): Promise<{ ok: boolean }>
}

/** Runs the command as the program of this process. */
export async function runProgram(command: Command, args: string[]): Promise<void> {
  const state: State = { closers: [], isStopping: false }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      state.isStopping = true
      console.error('Interrupted.')
      await closeAll(state)
      process.exit(interrupted)
    })
  process.exitCode = await runCommand(command, { args, output: console }, state)
}

/** Returns the exit code. */
export async function runCommand(
  command: Command,
  { args, env, output }: Invocation,
  state: State = { closers: [], isStopping: false },
): Promise<number> {
  const onExit = (close: Close) => void state.closers.push(close)
  let { failurePrefix } = command
  const setFailurePrefix = (prefix: string) => {
    failurePrefix = prefix
  }
  try {
    const context = { args, env: env ?? environment(), output, onExit, setFailurePrefix }
    const { ok } = await command.run(context)
    return ok ? 0 : 1
  } catch (error) {
    if (state.isStopping) return interrupted
    const details = describeError(error) ?? JSON.stringify(serializeError(error))
    output.error(`${failurePrefix}: ${details}`)
    return 1
  } finally {
    await closeAll(state)
  }
}

async function closeAll({ closers }: State): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close().catch(() => {})
}

/** Opening a missing database would create an empty one. */
function assertSiteExists({ database, dataDir }: Config): void {
  if (database.kind === 'embedded' && !hasCluster(folderAt(database.directory)))
    throw new StartupError(`there is no site in ${dataDir}.`)
}

/** The database and the store of a site, whether its server is running or not. */
export async function openSite(config: Config, context: CommandContext) {
  const postgres = await openDatabase(config, context)
  return { postgres, store: await openStore(config, context) }
}

export async function openDatabase(config: Config, { output, onExit }: CommandContext) {
  assertSiteExists(config)
  await assertRestoreComplete(config.dataDir)
  const postgres = await openPostgres(config.database, { exclusive: false, log: output.error })
  onExit(() => postgres.close())
  return postgres
}

export async function openStore(config: Config, { onExit }: CommandContext) {
  const secret = await loadSessionSecret(config.sessionSecret, config.dataDir)
  const store = await openObjectStore(config.objects, {
    publicUrl: config.publicUrl,
    secret: deriveUploadKey(secret),
  })
  onExit(() => store.close())
  return store
}
