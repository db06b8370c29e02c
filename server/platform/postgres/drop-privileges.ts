import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Binaries } from './binaries.ts'
import { DatabaseStartupError } from './describe-error.ts'

/** PostgreSQL refuses to run as root, so root starts it as another account. */
type Account = { uid: number; gid: number }
type Command = { file: string; args: string[]; account?: Account }
export type UnprivilegedRunner = {
  /** The required owner of the database's files; undefined if that is the current user. */
  account: Account | undefined
  command(program: string, args: readonly string[]): Command
}

/** Not the environment of this process: that contains secrets which the database must not see. */
export const childEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C' }

export function dropPrivileges(directory: string, binaries: Binaries): UnprivilegedRunner {
  if (process.getuid?.() !== 0)
    return { account: undefined, command: (file, args) => ({ file, args: [...args] }) }
  const account = ownerOf(directory) ?? nobodyAccount()
  const paths = [path.dirname(directory), binaries.postgres]
  for (const command of strategiesFor(account))
    if (canAccess(command, paths)) return { account, command }
  const advice = 'start the server as an ordinary user'
  if (!canAccess(runAs(account), []))
    throw new DatabaseStartupError(
      `PostgreSQL does not run as root, and root may not become another user here: ${advice}.`,
    )
  throw new DatabaseStartupError(
    `PostgreSQL does not run as root, and the user with id ${account.uid} may not enter ${inaccessibleFolder(paths)}: let all users enter that folder (chmod a+x), choose another DATA_DIR, or ${advice}.`,
  )
}

/** A folder that belongs to an ordinary user stays that user's. */
function ownerOf(directory: string): Account | undefined {
  const found = statSync(directory, { throwIfNoEntry: false })
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined
}

function nobodyAccount(): Account {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'))
  const [, , uid, gid] = (line ?? '').split(':')
  return { uid: Number(uid ?? 65534), gid: Number(gid ?? 65534) }
}

function strategiesFor(account: Account): UnprivilegedRunner['command'][] {
  return [
    runAs(account),
    // For a folder that only root may enter (/root, a fresh mktemp -d): runs with one capability that permits traversal, and no other.
    // Containers usually have only the second of the two.
    throughSetpriv(account, 'dac_read_search'),
    throughSetpriv(account, 'dac_override'),
  ]
}

function runAs(account: Account): UnprivilegedRunner['command'] {
  return (file, args) => ({ file, args: [...args], account })
}

function throughSetpriv({ uid, gid }: Account, capability: string): UnprivilegedRunner['command'] {
  return (file, args) => ({
    file: 'setpriv',
    args: [
      `--reuid=${uid}`,
      `--regid=${gid}`,
      '--clear-groups',
      // Without it access(2), which PostgreSQL uses to find its own files, ignores capabilities.
      '--securebits=+no_setuid_fixup',
      `--inh-caps=-all,+${capability}`,
      `--ambient-caps=+${capability}`,
      `--bounding-set=-all,+${capability}`,
      '--',
      file,
      ...args,
    ],
  })
}

function canAccess(command: UnprivilegedRunner['command'], paths: readonly string[]): boolean {
  const test = 'for entry; do test -x "$entry" || exit 1; done'
  const { file, args, account } = command('/bin/sh', ['-c', test, 'sh', ...paths])
  return spawnSync(file, args, { ...account, cwd: '/', env: childEnvironment }).status === 0
}

function inaccessibleFolder(paths: readonly string[]): string {
  for (const entry of paths) {
    let folder = path.parse(entry).root
    for (const part of path.relative(folder, entry).split(path.sep)) {
      folder = path.join(folder, part)
      if ((statSync(folder).mode & 0o001) === 0) return folder
    }
  }
  return paths.join(' and ')
}
