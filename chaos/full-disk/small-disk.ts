import { execFileSync } from 'node:child_process'
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** A data folder on a disk that can be full. */
export type SmallDisk = {
  dataDir: string
  env: Record<string, string>
  nodeOptions: string[]
  /** Leaves about this many bytes of disk space. */
  fill(freeBytes: number): void
  free(): void
}

/** A mounted file system of this many megabytes, or undefined if this machine does not permit mounting. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const dataDir = newFolder()
  try {
    const size = `size=${megabytes}m`
    execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', dataDir], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', dataDir]))
  const filler = path.join(dataDir, 'filler')
  return {
    dataDir,
    env: {},
    nodeOptions: [],
    fill: (freeBytes) => fillUp(filler, freeBytes),
    free: () => rmSync(filler),
  }
}

/** Simulates the error of the operating system, for machines that do not permit mounting. */
export function simulateSmallDisk(): SmallDisk {
  const dataDir = newFolder()
  const flagFile = path.join(dataDir, 'disk-full')
  return {
    dataDir,
    env: { SIMULATE_ENOSPC_WHILE: flagFile },
    nodeOptions: ['--import', path.join(import.meta.dirname, 'simulate-enospc.ts')],
    fill: () => writeFileSync(flagFile, ''),
    free: () => rmSync(flagFile),
  }
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-small-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function fillUp(filler: string, freeBytes: number): void {
  const file = openSync(filler, 'a')
  const bytes = Buffer.alloc(1024 * 1024)
  try {
    // The last write that succeeds may be a partial one.
    for (;;) writeSync(file, bytes)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    ftruncateSync(file, Math.max(0, fstatSync(file).size - freeBytes))
  } finally {
    closeSync(file)
  }
}
