import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { folderAt } from '#server/platform/postgres/folder.ts'
import { openPostgres } from '#server/platform/postgres/open.ts'
import { insertAdministrator } from './accounts.ts'
import { withRunLock } from './database.ts'

/**
 * Puts a stopped PostgreSQL with all tables and the account of the administrator at this path, for tests of a site that
 * exists already. It is a copy, because creating a cluster takes a second of CPU time.
 */
export async function prepareCluster(directory: string): Promise<void> {
  const { config, run } = inject('testPostgres')
  // The test creates its own then.
  if (config.kind === 'url') return
  const template = path.join(tmpdir(), `${run}-cluster`)
  await withRunLock(() => ensureTemplate(template))
  const [from, to] = [folderAt(path.join(template, 'postgres')), folderAt(directory)]
  // As the unprivileged user who runs PostgreSQL owns them, which Node's own copy does not preserve.
  execFileSync('cp', ['-a', from.directory, to.directory])
  execFileSync('cp', ['-a', from.passwordFile, to.passwordFile])
}

async function ensureTemplate(template: string): Promise<void> {
  if (existsSync(template)) return
  const making = mkdtempSync(path.join(tmpdir(), 'soundpost-cluster-'))
  const directory = path.join(making, 'postgres')
  const log = () => {}
  const postgres = await openPostgres({ kind: 'embedded', directory }, { exclusive: false, log })
  try {
    await migrate(postgres)
    await insertAdministrator(postgres.db)
  } finally {
    await postgres.close()
  }
  renameSync(making, template)
}
