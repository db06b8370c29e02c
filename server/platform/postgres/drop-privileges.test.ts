import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needs } from '#server/testing/needs.ts'
import { findBinaries } from './binaries.ts'
import { dropPrivileges } from './drop-privileges.ts'
import { openPostgres } from './open.ts'
import { postmasterPid, type TemporaryFolder, temporaryFolder } from './testing/processes.ts'

const isRoot = process.getuid?.() === 0 && process.platform === 'linux'

describe(
  'embedded PostgreSQL started by root',
  needs(isRoot, 'the tests are not run by root'),
  () => {
    let folder: TemporaryFolder
    beforeAll(() => {
      folder = temporaryFolder()
    })
    afterAll(() => folder.remove())

    const uidOf = (pid: number) =>
      Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/^Uid:\s+(\d+)/m)?.[1])

    test.each([
      { mode: 0o700, folderIs: 'that only root may enter' },
      { mode: 0o755, folderIs: 'that all may enter' },
    ])(
      'embedded PostgreSQL: started by root, it runs as another user in a folder $folderIs',
      async ({ mode }) => {
        const parent = path.dirname(folder.directory)
        chmodSync(parent, mode)
        const postgres = await openPostgres(
          { kind: 'embedded', directory: folder.directory },
          { exclusive: true, log: () => {} },
        )
        expect(uidOf(postmasterPid(folder.directory))).toBeGreaterThan(0)
        expect(statSync(folder.directory).uid).toBe(uidOf(postmasterPid(folder.directory)))
        expect(statSync(parent)).toMatchObject({ uid: 0, mode: 0o40000 | mode })
        expect((await postgres.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
        await postgres.close()
      },
    )

    test('embedded PostgreSQL: its programs may be in a folder that only root may enter', () => {
      const closed = mkdtempSync(path.join(tmpdir(), 'soundpost-binaries-'))
      const native = path.dirname(path.dirname(findBinaries().postgres))
      cpSync(native, closed, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (file) => !/\.a$|\bshare\b/.test(file),
      })
      const postgres = path.join(closed, 'bin', 'postgres')
      const launcher = dropPrivileges(folder.directory, { postgres, initdb: '' })
      const { file, args, account } = launcher.command(postgres, ['--version'])
      expect(execFileSync(file, args, { ...account, encoding: 'utf8' })).toMatch(
        /^postgres \(PostgreSQL\) 18/,
      )
      rmSync(closed, { recursive: true })
    })
  },
)
