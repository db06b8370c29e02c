import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { folderAt } from '../folder.ts'
import { stopAny } from '../postmaster.ts'

export type TemporaryFolder = { directory: string; remove(): Promise<void> }

/** Created like `mktemp -d`: only its owner may enter. */
export function temporaryFolder(): TemporaryFolder {
  const parent = mkdtempSync(path.join(tmpdir(), 'soundpost-postgres-'))
  const directory = path.join(parent, 'postgres')
  return {
    directory,
    remove: async () => {
      await stopAny(folderAt(directory))
      rmSync(parent, { recursive: true, force: true })
    },
  }
}

export function postmasterPid(directory: string): number {
  return Number(readFileSync(path.join(directory, 'postmaster.pid'), 'utf8').split('\n')[0])
}

export type OwnerProcess = { lines: string[]; kill(): Promise<void> }

/** Runs `owner.ts`; `lines` collects its output. It is stopped at the end of the test. */
export function startOwner(directory: string, work = ''): OwnerProcess {
  const script = fileURLToPath(new URL('./owner.ts', import.meta.url))
  const child = spawn(process.execPath, [script, directory, work], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const lines: string[] = []
  const gone = once(child, 'close')
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  const kill = async () => {
    child.kill('SIGKILL')
    await gone
  }
  onTestFinished(kill)
  return { lines, kill }
}
