import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { projectFolder } from '#server/config.ts'

const migrations = 'server/database/migrations'

/** The commit before the one that added the newest migration; undefined without the history. */
export function findPreviousVersion(): string | undefined {
  const journal = path.join(projectFolder, migrations, 'meta/_journal.json')
  const { entries } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { tag: string }[] }
  const newest = `${migrations}/${entries.at(-1)?.tag}.sql`
  const added = git('log', '--format=%H', '--diff-filter=A', '-1', '--', newest)
  return added && git('rev-parse', '--verify', '--quiet', `${added}^{commit}^`)
}

/** The server as it was in this commit, with today's packages and web build. Returns its program. */
export function extractServer(commit: string, folder: string): string {
  mkdirSync(folder, { recursive: true })
  const paths = ['package.json', 'brand', 'contract', 'server']
  const archive = execFileSync('git', ['archive', commit, ...paths], {
    cwd: projectFolder,
    maxBuffer: 2 ** 28,
  })
  execFileSync('tar', ['-x'], { cwd: folder, input: archive })
  cpSync(path.join(projectFolder, 'dist'), path.join(folder, 'dist'), { recursive: true })
  symlinkSync(path.join(projectFolder, 'node_modules'), path.join(folder, 'node_modules'))
  return path.join(folder, 'server/main.ts')
}

function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: projectFolder, encoding: 'utf8' })
  return status === 0 ? stdout.trim() || undefined : undefined
}
