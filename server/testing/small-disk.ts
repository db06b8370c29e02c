import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestOptions } from 'vitest'
import { needs } from './needs.ts'

/** Options of a test that mounts a disk. */
export const withSmallDisk = (): TestOptions => {
  const disk = makeSmallDisk(4096)
  disk?.remove()
  return needs(disk, 'mounting a disk is not permitted')
}

export type SmallDisk = { folder: string; remove(): void }

/** A mounted file system of this many bytes; undefined if mounting is not permitted. */
export function makeSmallDisk(bytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-small-'))
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { stdio: 'ignore' })
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${bytes}`, 'none', folder)
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
  const remove = () => {
    run('umount', '--lazy', folder)
    rmSync(folder, { recursive: true })
  }
  return { folder, remove }
}
