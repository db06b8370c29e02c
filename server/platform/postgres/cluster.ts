import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import * as fs from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { syncDirectory } from '#server/platform/files/directories.ts'
import { writeOnce } from '#server/platform/files/write-once.ts'
import type { Binaries } from './binaries.ts'
import { DatabaseStartupError } from './describe-error.ts'
import { childEnvironment, type UnprivilegedRunner } from './drop-privileges.ts'
import { type Folder, hasCluster } from './folder.ts'
import { initialSettings, sharedMemorySettings } from './settings.ts'

/** The only role and database that the program uses. The superuser cannot log in at all. */
export const roleName = 'app'
export const databaseName = 'app'
const majorVersion = '18'

/** Creates the cluster atomically if there is none, and returns the role's password. */
export async function ensureCluster(
  folder: Folder,
  binaries: Binaries,
  launcher: UnprivilegedRunner,
): Promise<string> {
  if (!hasCluster(folder)) assertEmpty(folder)
  const password =
    readPassword(folder) ?? writeOnce(folder.passwordFile, randomBytes(24).toString('hex'))
  if (!hasCluster(folder)) await createCluster(folder, binaries, launcher, password)
  removeIncomplete(folder)
  const version = fs.readFileSync(path.join(folder.directory, 'PG_VERSION'), 'utf8').trim()
  if (version !== majorVersion)
    throw new DatabaseStartupError(
      `The database in ${folder.directory} was created by PostgreSQL ${version}, and this is PostgreSQL ${majorVersion}: run the version of the server that created it.`,
    )
  return password
}

async function createCluster(
  folder: Folder,
  binaries: Binaries,
  launcher: UnprivilegedRunner,
  password: string,
): Promise<void> {
  const temporary = fs.mkdtempSync(`${folder.directory}.new-`)
  if (launcher.account) fs.chownSync(temporary, launcher.account.uid, launcher.account.gid)
  try {
    await run(launcher, binaries.initdb, initdbArguments(temporary))
    fs.writeFileSync(path.join(temporary, 'pg_hba.conf'), accessRules)
    await run(
      launcher,
      binaries.postgres,
      ['--single', '-D', temporary, 'postgres'],
      [
        `CREATE ROLE ${roleName} LOGIN CREATEDB PASSWORD '${password}'`,
        `CREATE DATABASE ${databaseName} OWNER ${roleName}`,
      ],
    )
    fs.renameSync(temporary, folder.directory)
    await syncDirectory(path.dirname(folder.directory))
  } catch (error) {
    removeQuietly(temporary)
    // Another process was faster: its cluster is used.
    if (!hasCluster(folder))
      throw new DatabaseStartupError(
        `The database cannot be created in ${folder.directory}: ${(error as Error).message}.`,
        { cause: error },
      )
  }
}

function initdbArguments(directory: string): string[] {
  const settings = Object.entries({ ...initialSettings, ...sharedMemorySettings() }).map(
    ([name, value]) => `--set=${name}=${value}`,
  )
  return [
    `--pgdata=${directory}`,
    '--username=postgres',
    '--auth=reject',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    // pg_trgm uses the locale to classify letters: in C only a to z are letters.
    `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
    '--data-checksums',
    ...settings,
  ]
}

const accessRules = `# TYPE DATABASE USER ADDRESS METHOD
host all ${roleName} 127.0.0.1/32 scram-sha-256
`

/** Statements go to the standard input, where no process list shows them. */
async function run(
  launcher: UnprivilegedRunner,
  program: string,
  args: readonly string[],
  statements: readonly string[] = [],
): Promise<void> {
  const { file, args: all, account } = launcher.command(program, args)
  const child = spawn(file, all, { ...account, cwd: '/', env: childEnvironment })
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  child.stdin.on('error', () => {})
  child.stdin.end(statements.map((statement) => `${statement}\n`).join(''))
  const [output, [code, signal]] = await Promise.all([
    text(child.stderr),
    ended,
    text(child.stdout),
  ])
  // In single-user mode a failed statement leaves the exit code at 0.
  const failure = output.match(/(?:ERROR|FATAL|PANIC|error):\s+(.*)/)?.[1]
  if (code !== 0 || failure !== undefined)
    throw new Error(`${path.basename(program)}: ${failure ?? `ended with ${code ?? signal}`}`)
}

/** An empty folder is fine: a volume may be mounted there. */
function assertEmpty(folder: Folder): void {
  if (!fs.existsSync(folder.directory) || fs.readdirSync(folder.directory).length === 0) return
  throw new DatabaseStartupError(
    `The folder ${folder.directory} contains files that are not a database: empty it, or set DATA_DIR to another folder.`,
  )
}

/** Once a cluster exists, unfinished ones next to it are obsolete. */
function removeIncomplete(folder: Folder): void {
  const parent = path.dirname(folder.directory)
  const prefixes = [folder.directory, folder.passwordFile].map(
    (each) => `${path.basename(each)}.new-`,
  )
  for (const name of fs.readdirSync(parent))
    if (prefixes.some((prefix) => name.startsWith(prefix))) removeQuietly(path.join(parent, name))
}

/** Best effort: a folder that remains takes disk space until the next start removes it. */
function removeQuietly(incomplete: string): void {
  try {
    fs.rmSync(incomplete, { recursive: true, force: true })
  } catch {}
}

function readPassword(folder: Folder): string | undefined {
  try {
    return fs.readFileSync(folder.passwordFile, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw new DatabaseStartupError(
        `The file ${folder.passwordFile} cannot be read: start the server as the user who created it.`,
        { cause: error },
      )
  }
  if (hasCluster(folder))
    throw new DatabaseStartupError(
      `The file ${folder.passwordFile} is missing, without which the database next to it cannot be opened: put it back from your backup.`,
    )
  return undefined
}
