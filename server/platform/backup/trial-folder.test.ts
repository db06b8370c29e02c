import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeTrialFolder } from './trial-folder.ts'

/** No process has it. */
const endedPid = 2 ** 30

test('trials of backups: a link named like a left folder, to that of a site, is not followed', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-shared-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [shared, site] = [path.join(folder, 'tmp'), path.join(folder, 'site')]
  for (const one of [shared, site]) mkdirSync(one)
  const link = `soundpost-trial-${endedPid}-link`
  symlinkSync(site, path.join(shared, link))
  vi.stubEnv('TMPDIR', shared)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { remove } = await makeTrialFolder(0)
  await remove()
  expect(readdirSync(shared)).toEqual([link])
})
