import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectFolder } from '#server/config.ts'
import { serverBundle } from '#server/testing/server-process.ts'

/** A copy of this version whose schema has one column more, as the next version's may. Returns its program. */
export async function makeNewerVersion(folder: string): Promise<string> {
  const bundle = await serverBundle()
  const migrations = 'server/database/migrations'
  for (const name of ['dist', migrations, 'package.json'])
    cpSync(path.join(projectFolder, name), path.join(folder, name), { recursive: true })
  mkdirSync(path.join(folder, 'server'), { recursive: true })
  symlinkSync(path.join(projectFolder, 'node_modules'), path.join(folder, 'node_modules'))
  const tag = '9999_next-version'
  writeFileSync(
    path.join(folder, migrations, `${tag}.sql`),
    '-- expand\nalter table tracks add column of_next_version text default now()::text;',
  )
  const journal = path.join(folder, migrations, 'meta/_journal.json')
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8'))
  const next = { ...entries.at(-1), idx: entries.length, when: Date.now(), tag }
  writeFileSync(journal, JSON.stringify({ ...rest, entries: [...entries, next] }))
  return path.join(folder, path.relative(projectFolder, bundle))
}
